// What a project is compared with.
package io.github.casewise.maven;

import java.nio.file.Path;
import java.util.List;

/** Compiled classes of a version. */
final class Build {
    /** A jar or a folder. */
    final Path path;
    /** Jars and folders with the classes that these use. */
    final List<Path> classPath;

    Build(Path path, List<Path> classPath) {
        this.path = path;
        this.classPath = List.copyOf(classPath);
    }
}
