// The goal `check`.
package io.github.casewise.maven;

import com.google.gson.JsonObject;
import java.io.File;
import java.util.List;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.plugins.annotations.ResolutionScope;

/** Finds inputs on which methods fail, and fails the build. */
@Mojo(
    name = "check",
    defaultPhase = LifecyclePhase.VERIFY,
    requiresDependencyResolution = ResolutionScope.COMPILE,
    threadSafe = true)
public final class CheckMojo extends ReplayingMojo {
    /** What fails the build: fails, incomplete or never. */
    @Parameter(property = "casewise.failOn")
    String failOn;

    /** Which nulls count as inputs that somebody passes: expected, annotated, all or never. */
    @Parameter(property = "casewise.nulls")
    String nulls;

    /** A SARIF file of an earlier run: what it has is not told again, and fails no build. */
    @Parameter(property = "casewise.baseline")
    File baseline;

    /** Writes what is found into the baseline; nothing fails the build then. */
    @Parameter(property = "casewise.updateBaseline", defaultValue = "false")
    boolean updateBaseline;

    /** Shows every finding, and lets each fail the build. */
    @Parameter(property = "casewise.all", defaultValue = "false")
    boolean all;

    /** Counts refused inputs as failures. */
    @Parameter(property = "casewise.strict", defaultValue = "false")
    boolean strict;

    @Override
    String command() {
        return "check";
    }

    @Override
    void addOptions(Arguments line, Places places) {
        line.options("source-root", places.sourceRoots);
        line.option("fail-on", failOn).option("nulls", nulls);
        super.addOptions(line, places);
        line.flag("all", all).flag("strict", strict).option("baseline", baseline);
    }

    @Override
    void addOptionsOfFirst(Arguments line, Places places, List<Format> wanted) {
        line.flag("update-baseline", updateBaseline);
    }

    /** Once the baseline is written, a further run would find nothing that is new. */
    @Override
    boolean isRepeatable() {
        return !updateBaseline;
    }

    @Override
    Report read(JsonObject report) {
        return Report.ofCheck(report, all);
    }
}
