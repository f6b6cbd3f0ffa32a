// The goal `diff`.
package io.github.casewise.maven;

import com.google.gson.JsonObject;
import java.io.File;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.maven.artifact.DependencyResolutionRequiredException;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.plugins.annotations.ResolutionScope;
import org.eclipse.aether.artifact.Artifact;
import org.eclipse.aether.artifact.DefaultArtifact;

/** Compares what methods do with the last release, and fails the build where that has changed. */
@Mojo(
    name = "diff",
    defaultPhase = LifecyclePhase.VERIFY,
    requiresDependencyResolution = ResolutionScope.COMPILE_PLUS_RUNTIME,
    threadSafe = true)
public final class DiffMojo extends ReplayingMojo {
    /** What fails the build. */
    public enum FailOn {
        /** A change that is not expected. */
        changed,
        /** Nothing. */
        never
    }

    /** The seconds of a first run up to which reports in other formats are written without being asked for. */
    private static final int SHORT = 20;

    /** The version that is compared with, or a range of them, whose newest release is: that below the project's own, unless it is given. */
    @Parameter(property = "casewise.diff.version")
    String oldVersion;

    /** A jar or folder of classes that is compared with, and no release. Its class path is that of the project. */
    @Parameter(property = "casewise.diff.old")
    File old;

    /** A file of changes that are meant, a method on each line: they fail no build. Where it is not there, none is meant. */
    @Parameter(property = "casewise.expect")
    File expect;

    /** What fails the build: changed or never. */
    @Parameter(property = "casewise.diff.failOn", defaultValue = "changed")
    FailOn failOn = FailOn.changed;

    /** A folder to which JUnit tests are written that pass with one version alone. */
    @Parameter(property = "casewise.tests")
    File tests;

    /** The build that is compared with. */
    Build oldBuild;

    @Override
    String command() {
        return "diff";
    }

    @Override
    List<Format> usualFormats() {
        return List.of(Format.json, Format.html, Format.text, Format.sarif);
    }

    /** What is only needed at run time too: JVMs execute both versions. */
    @Override
    List<String> classPath() throws DependencyResolutionRequiredException {
        return Stream.concat(project.getCompileClasspathElements().stream(), project.getRuntimeClasspathElements().stream())
            .distinct()
            .collect(Collectors.toList());
    }

    @Override
    boolean prepare(Places places) throws MojoExecutionException {
        if (expect != null && !expect.isFile()) {
            // Of several modules, most have none.
            getLog().info("No change is expected: there is no file " + expect);
            expect = null;
        }
        if (old != null) {
            oldBuild = new Build(old.toPath(), places.classPath);
            return true;
        }
        String extension = project.getArtifact().getArtifactHandler().getExtension();
        if (!extension.equals("jar")) {
            getLog().warn("Nothing to compare with: a release of " + project.getId() + " is no jar. -Dcasewise.diff.old=FILE names one");
            return false;
        }
        Artifact own = new DefaultArtifact(project.getGroupId(), project.getArtifactId(), extension, project.getVersion());
        Releases releases = new Releases(repositories, session.getRepositorySession(), project.getRemoteProjectRepositories());
        Optional<Artifact> release = releases.find(own, oldVersion);
        if (release.isEmpty()) {
            String which = oldVersion == null ? "below " + own.getVersion() : oldVersion;
            getLog().info("Nothing to compare with: no release of " + own.getGroupId() + ":" + own.getArtifactId() + " " + which);
            return false;
        }
        getLog().info("Comparing with " + release.get());
        oldBuild = releases.resolve(release.get());
        return true;
    }

    @Override
    void addClasses(Arguments line, Places places) {
        line.word(oldBuild.path).word(places.classes);
        line.options("old-classpath", oldBuild.classPath).options("new-classpath", places.classPath);
    }

    @Override
    void addOptions(Arguments line, Places places) {
        line.options("source-root", places.sourceRoots).option("expect", expect);
        super.addOptions(line, places);
    }

    @Override
    void addOptionsOfFirst(Arguments line, Places places, List<Format> wanted) {
        line.option("tests", tests);
        if (wanted.contains(Format.html)) {
            line.option("report", report(places, Format.html));
        }
    }

    /** Nothing of a comparison is in the cache. */
    @Override
    Optional<String> whyLong(Duration first) {
        return first.toSeconds() > SHORT
            ? Optional.of("The comparison took " + first.toSeconds() + " s")
            : Optional.empty();
    }

    /** The command has no option for it. */
    @Override
    boolean isFatal() {
        return failOn != FailOn.never;
    }

    @Override
    String finding() {
        return "unexpected change";
    }

    @Override
    Report read(JsonObject report) {
        return Report.ofDiff(report);
    }
}
