// The formats of reports.
package io.github.casewise.maven;

/** A format in which casewise writes what it found. */
public enum Format {
    /** For programs, with everything. This plugin reads it, so it is always written. */
    json("json"),
    /** For people. */
    text("txt"),
    /** For code scanning. */
    sarif("sarif"),
    /** For a browser; of the goals `test` and `diff`. */
    html("html");

    /** The end of the report's name. */
    final String extension;

    Format(String extension) {
        this.extension = extension;
    }
}
