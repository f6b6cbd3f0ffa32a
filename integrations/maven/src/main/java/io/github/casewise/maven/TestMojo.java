// The goal `test`.
package io.github.casewise.maven;

import com.google.gson.JsonObject;
import java.io.File;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.maven.artifact.Artifact;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.plugins.annotations.ResolutionScope;

/** Writes JUnit tests of what the classes do today. */
@Mojo(name = "test", requiresDependencyResolution = ResolutionScope.TEST, threadSafe = true)
public final class TestMojo extends ReplayingMojo {
    @Parameter(defaultValue = "${project.artifacts}", readonly = true)
    private Set<Artifact> artifacts = Set.of();

    /** The folder of sources that the tests are written to. Only files that casewise has written are written over. */
    @Parameter(property = "casewise.out", defaultValue = "${project.build.directory}/casewise/tests")
    File out;

    /** What tests are to show beside coverage: boundary, mutation, mcdc, error, overflow, all or none. */
    @Parameter(property = "casewise.augment")
    String augment;

    /** The JUnit that the tests are for, 4 or 5: that of the project's tests, unless it is given. */
    @Parameter(property = "casewise.junit")
    String junit;

    /** The package of the tests: that of the class under test, unless it is given. */
    @Parameter(property = "casewise.package")
    String testPackage;

    @Override
    String command() {
        return "test";
    }

    @Override
    List<Format> usualFormats() {
        return List.of(Format.json, Format.html);
    }

    @Override
    void addOptions(Arguments line, Places places) {
        line.option("out", out).option("augment", augment).option("package", testPackage);
        line.option("junit", junit == null ? junitOf(artifacts) : junit);
        line.flag("no-parameterized", lacksParameters(artifacts));
        super.addOptions(line, places);
    }

    @Override
    void addOptionsOfFirst(Arguments line, Places places, List<Format> wanted) {
        if (wanted.contains(Format.html)) {
            line.option("report", report(places, Format.html)).options("source", places.sourceRoots);
        }
    }

    @Override
    Report read(JsonObject report) {
        return Report.ofTest(report);
    }

    /** The version of JUnit that a project has, or null where it has none, or both. */
    static String junitOf(Set<Artifact> artifacts) {
        boolean hasJupiter = artifacts.stream().anyMatch(artifact -> artifact.getGroupId().equals("org.junit.jupiter"));
        boolean hasFour = artifacts.stream()
            .anyMatch(artifact -> artifact.getGroupId().equals("junit") && artifact.getArtifactId().equals("junit"));
        return hasFour && !hasJupiter ? "4" : null;
    }

    /** Whether a project has JUnit Jupiter without what parameterized tests need. */
    static boolean lacksParameters(Set<Artifact> artifacts) {
        List<String> jupiter = artifacts.stream()
            .filter(artifact -> artifact.getGroupId().equals("org.junit.jupiter"))
            .map(Artifact::getArtifactId)
            .collect(Collectors.toList());
        return !jupiter.isEmpty() && !jupiter.contains("junit-jupiter-params");
    }
}
