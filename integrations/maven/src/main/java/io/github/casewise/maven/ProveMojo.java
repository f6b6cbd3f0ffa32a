// The goal `prove`.
package io.github.casewise.maven;

import com.google.gson.JsonObject;
import java.util.List;
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
public final class ProveMojo extends CasewiseMojo {
    /** What fails the build: refuted, unknown or never. */
    @Parameter(property = "casewise.prove.failOn")
    String failOn;

    /** What must not happen: assert, or all, which is also what the machine raises. */
    @Parameter(property = "casewise.property")
    String property;

    /** Budgets of work, in units of the usual ones. */
    @Parameter(property = "casewise.effort")
    Integer effort;

    /** How inputs are executed: sandbox, plain or none. */
    @Parameter(property = "casewise.replay")
    String replay;

    @Override
    String command() {
        return "prove";
    }

    @Override
    List<Format> usualFormats() {
        return List.of(Format.json, Format.text, Format.sarif);
    }

    @Override
    void addOptions(Arguments line, Places places) {
        line.options("source-root", places.sourceRoots);
        line.option("fail-on", failOn).option("property", property).option("effort", effort).option("replay", replay);
    }

    @Override
    Report read(JsonObject report) {
        return Report.ofProve(report);
    }
}
