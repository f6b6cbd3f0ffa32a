// One finding, as the log shows it.
package io.github.casewise.maven;

/** Something that a maintainer should look at. */
final class Finding {
    /** The source as class files name it, `com/example/Shop.java`, or null where they do not say. */
    final String source;
    /** Its line, or null where class files do not say. */
    final Integer line;
    /** What happens: one line. */
    final String message;
    /** Under which condition, or null where there is none. */
    final String condition;

    Finding(String source, Integer line, String message, String condition) {
        this.source = source;
        this.line = line;
        this.message = message;
        this.condition = condition;
    }

    /** The finding with its place as editors and build servers know it: `Shop.java:[4] message`. */
    String at(Places places) {
        if (source == null) {
            return message;
        }
        return places.source(source) + (line == null ? ": " : ":[" + line + "] ") + message;
    }
}
