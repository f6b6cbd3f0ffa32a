// The program from an archive of a release, where none is installed.
package io.github.casewise.maven;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.io.OutputStream;
import java.nio.file.DirectoryNotEmptyException;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.compressors.gzip.GzipCompressorInputStream;
import org.eclipse.aether.DefaultRepositorySystemSession;
import org.eclipse.aether.RepositorySystem;
import org.eclipse.aether.RepositorySystemSession;
import org.eclipse.aether.artifact.Artifact;
import org.eclipse.aether.artifact.DefaultArtifact;
import org.eclipse.aether.repository.RemoteRepository;
import org.eclipse.aether.repository.RepositoryPolicy;
import org.eclipse.aether.resolution.ArtifactRequest;
import org.eclipse.aether.resolution.ArtifactResolutionException;

/** An archive `casewise-VERSION-SYSTEM.tar.gz`, with one folder that has the program and the library it needs. */
final class Archive {
    private Archive() {}

    /** The archive's coordinates for the system that this runs on. */
    static Artifact coordinates(String version, String operatingSystem, String architecture) {
        return new DefaultArtifact("io.github.casewise", "casewise", system(operatingSystem, architecture), "tar.gz", version);
    }

    /** The archive as a file, from the local repository or a remote one, whose checksum must be right (SHA-256 where it has that).
     *
     * @throws ArtifactResolutionException where no repository has it, or the checksum is not that of the file
     */
    static Path resolve(
        Artifact archive, RepositorySystem system, RepositorySystemSession session, List<RemoteRepository> repositories)
        throws ArtifactResolutionException {
        DefaultRepositorySystemSession strict = new DefaultRepositorySystemSession(session);
        strict.setChecksumPolicy(RepositoryPolicy.CHECKSUM_POLICY_FAIL);
        strict.setConfigProperty("aether.checksums.algorithms", "SHA-256,SHA-1");
        return system.resolveArtifact(strict, new ArtifactRequest(archive, repositories, null)).getArtifact().getFile().toPath();
    }

    /** Unpacks an archive below a folder, unless that has been done, and gives the program.
     *
     * @throws IOException where the archive is broken, or the folder cannot be written
     */
    static Program unpack(Path archive, Path below) throws IOException {
        Path folder = below.resolve(digest(archive));
        if (!Files.isDirectory(folder)) {
            Files.createDirectories(below);
            Path fresh = Files.createTempDirectory(below, "unpacking");
            try {
                extract(archive, fresh);
                Files.move(fresh, folder, StandardCopyOption.ATOMIC_MOVE);
            } catch (FileAlreadyExistsException | DirectoryNotEmptyException somebodyElseDid) {
                // Another build unpacked the same archive meanwhile.
            } finally {
                remove(fresh);
            }
        }
        try (Stream<Path> files = Files.find(folder, 2, (path, attributes) -> attributes.isRegularFile())) {
            Path program = files.filter(path -> path.getFileName().toString().equals("casewise"))
                .findFirst()
                .orElseThrow(() -> new IOException(archive + " has no program casewise"));
            return new Program(program);
        }
    }

    private static String system(String operatingSystem, String architecture) {
        String name = operatingSystem.toLowerCase(Locale.ROOT);
        String system = name.startsWith("mac") ? "macos" : name.startsWith("windows") ? "windows" : name;
        String processor = architecture.equals("amd64") ? "x86_64" : architecture;
        return system + "-" + processor;
    }

    private static void extract(Path archive, Path into) throws IOException {
        try (TarArchiveInputStream entries = new TarArchiveInputStream(
            new GzipCompressorInputStream(Files.newInputStream(archive)))) {
            for (TarArchiveEntry entry = entries.getNextEntry(); entry != null; entry = entries.getNextEntry()) {
                Path path = into.resolve(entry.getName()).normalize();
                if (!path.startsWith(into) || !(entry.isDirectory() || entry.isFile()) || entry.isLink() || entry.isSymbolicLink()) {
                    throw new IOException(archive + ": unexpected entry " + Report.printable(entry.getName()));
                }
                if (entry.isDirectory()) {
                    Files.createDirectories(path);
                    continue;
                }
                Files.createDirectories(path.getParent());
                Files.copy(entries, path);
                if ((entry.getMode() & 0111) != 0 && !path.toFile().setExecutable(true, false)) {
                    throw new IOException(path + " cannot be made executable");
                }
            }
        }
    }

    /** What names the folder of an archive: another archive of the same version is unpacked anew. */
    private static String digest(Path archive) throws IOException {
        try (DigestInputStream input = new DigestInputStream(Files.newInputStream(archive), MessageDigest.getInstance("SHA-256"))) {
            input.transferTo(OutputStream.nullOutputStream());
            byte[] digest = input.getMessageDigest().digest();
            StringBuilder name = new StringBuilder();
            for (int index = 0; index < 8; index++) {
                name.append(String.format("%02x", digest[index]));
            }
            return name.toString();
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every JDK has SHA-256", impossible);
        }
    }

    private static void remove(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return;
        }
        List<Path> paths;
        try (Stream<Path> walk = Files.walk(folder)) {
            paths = walk.sorted(Comparator.reverseOrder()).collect(Collectors.toList());
        }
        for (Path path : paths) {
            Files.deleteIfExists(path);
        }
    }
}
