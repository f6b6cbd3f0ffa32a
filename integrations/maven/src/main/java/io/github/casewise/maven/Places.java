// Where a project has what casewise reads and writes.
package io.github.casewise.maven;

import java.nio.file.Path;
import java.util.List;

/** The files and folders of one run. */
final class Places {
    /** The folder of the classes that are asked about. */
    final Path classes;
    /** Jars and folders with the classes that these use. */
    final List<Path> classPath;
    /** Folders of sources, those that are there. */
    final List<Path> sourceRoots;
    /** The JDK whose classes are used, and which confirms what is found. */
    final Path jdk;
    /** The folder of the reports. */
    final Path reports;
    /** The folder in which answers are kept from run to run. */
    final Path cache;

    Places(Path classes, List<Path> classPath, List<Path> sourceRoots, Path jdk, Path reports, Path cache) {
        this.classes = classes;
        this.classPath = List.copyOf(classPath);
        this.sourceRoots = List.copyOf(sourceRoots);
        this.jdk = jdk;
        this.reports = reports;
        this.cache = cache;
    }

    /** A source that a class file names by its package, as it stands in the project; as it is named where no folder has it. */
    String source(String named) {
        for (Path root : sourceRoots) {
            Path file = root.resolve(named).normalize();
            if (file.startsWith(root) && file.toFile().isFile()) {
                return file.toString();
            }
        }
        return named;
    }
}
