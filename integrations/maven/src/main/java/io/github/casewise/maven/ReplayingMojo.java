// What the goals share that execute code of the project.
package io.github.casewise.maven;

import java.util.List;
import org.apache.maven.plugins.annotations.Parameter;

/** A goal that replays in a JVM what it has found. */
abstract class ReplayingMojo extends CasewiseMojo {
    /** Budgets of work, in units of the usual ones. */
    @Parameter(property = "casewise.effort")
    Integer effort;

    /** How inputs and tests are executed: sandbox, plain or none. */
    @Parameter(property = "casewise.replay")
    String replay;

    @Override
    List<Format> usualFormats() {
        return List.of(Format.json, Format.text, Format.sarif);
    }

    @Override
    void addOptions(Arguments line, Places places) {
        line.option("effort", effort).option("replay", replay);
    }
}
