// The goal `prove`.
package io.github.casewise.maven;

import com.google.gson.JsonObject;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.plugins.annotations.ResolutionScope;

/** Proves assertions, or refutes them and fails the build. */
@Mojo(
    name = "prove",
    defaultPhase = LifecyclePhase.VERIFY,
    requiresDependencyResolution = ResolutionScope.COMPILE,
    threadSafe = true)
public final class ProveMojo extends ReplayingMojo {
    /** What fails the build: refuted, unknown or never. */
    @Parameter(property = "casewise.prove.failOn")
    String failOn;

    /** What must not happen: assert, or all, which is also what the machine raises. */
    @Parameter(property = "casewise.property")
    String property;

    @Override
    String command() {
        return "prove";
    }

    @Override
    void addOptions(Arguments line, Places places) {
        line.options("source-root", places.sourceRoots);
        line.option("fail-on", failOn).option("property", property);
        super.addOptions(line, places);
    }

    @Override
    Report read(JsonObject report) {
        return Report.ofProve(report);
    }
}
