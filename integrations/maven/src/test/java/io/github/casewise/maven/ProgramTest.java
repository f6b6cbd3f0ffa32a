// Where the program is found, how it is run, and how an archive is unpacked.
package io.github.casewise.maven;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.compressors.gzip.GzipCompressorOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProgramTest {
    private static final String SCRIPT = "#!/bin/sh\necho \"$PWD $*\"\necho 'a bad input' >&2\nexit 10\n";

    @TempDir
    Path folder;

    private Path program(String below) throws IOException {
        Path file = Files.createDirectories(folder.resolve(below)).resolve("casewise");
        Files.writeString(file, SCRIPT);
        assertTrue(file.toFile().setExecutable(true));
        return file;
    }

    @Test
    void aNamedProgramGoesBeforeTheEnvironmentAndThatBeforeThePath() throws Exception {
        Path named = program("named");
        Path set = program("set");
        Path onPath = program("path");
        Map<String, String> both = Map.of("CASEWISE", set.toString(), "PATH", "/nowhere:" + onPath.getParent());
        assertEquals(named.toString(), Program.installed(named.toString(), both).orElseThrow().toString());
        assertEquals(set.toString(), Program.installed(null, both).orElseThrow().toString());
        Map<String, String> path = Map.of("PATH", "/nowhere:" + onPath.getParent());
        assertEquals(onPath.toString(), Program.installed(null, path).orElseThrow().toString());
        assertTrue(Program.installed(null, Map.of("PATH", "/nowhere")).isEmpty());
    }

    @Test
    void aNamedProgramThatIsNotThereIsSaid() {
        IOException parameter = assertThrows(IOException.class, () -> Program.installed("/nowhere/casewise", Map.of()));
        assertTrue(parameter.getMessage().startsWith("casewise.executable names /nowhere/casewise"), parameter.getMessage());
        Map<String, String> environment = Map.of("CASEWISE", folder.toString());
        IOException variable = assertThrows(IOException.class, () -> Program.installed(null, environment));
        assertTrue(variable.getMessage().startsWith("the environment variable CASEWISE names"), variable.getMessage());
    }

    @Test
    void aRunGivesItsCodeItsMessagesAndItsOutput() throws Exception {
        Path output = folder.resolve("report");
        Program.Ending ending = new Program(program("bin")).run(List.of("check", "a b"), folder, output);
        assertEquals(10, ending.code);
        assertEquals(List.of("a bad input"), ending.messages);
        assertEquals(folder.toRealPath() + " check a b\n", Files.readString(output));
    }

    @Test
    void anArchiveIsForASystem() {
        assertEquals(
            "io.github.casewise:casewise:tar.gz:linux-x86_64:1.2.3",
            Archive.coordinates("1.2.3", "Linux", "amd64").toString());
        assertEquals("macos-aarch64", Archive.coordinates("1", "Mac OS X", "aarch64").getClassifier());
    }

    @Test
    void anArchiveIsUnpackedOnce() throws Exception {
        Path archive = folder.resolve("casewise.tar.gz");
        Files.write(archive, archive("casewise-1/casewise", "casewise-1/README.md"));
        Path below = folder.resolve("cache");
        Path program = Path.of(Archive.unpack(archive, below).toString());
        assertTrue(Files.isExecutable(program));
        assertFalse(Files.isExecutable(program.resolveSibling("README.md")));
        Object before = Files.getLastModifiedTime(program);
        assertEquals(program.toString(), Archive.unpack(archive, below).toString());
        assertEquals(before, Files.getLastModifiedTime(program));
        try (Stream<Path> folders = Files.list(below)) {
            assertEquals(1, folders.count());
        }
    }

    @Test
    void anArchiveWritesNowhereElse() throws Exception {
        Path archive = folder.resolve("casewise.tar.gz");
        Files.write(archive, archive("../casewise"));
        Path below = folder.resolve("cache");
        IOException refused = assertThrows(IOException.class, () -> Archive.unpack(archive, below));
        assertTrue(refused.getMessage().contains("unexpected entry ../casewise"), refused.getMessage());
        assertFalse(Files.exists(below.resolve("casewise")));
        try (Stream<Path> left = Files.list(below)) {
            assertEquals(0, left.count());
        }
    }

    private static byte[] archive(String... names) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (TarArchiveOutputStream tar = new TarArchiveOutputStream(new GzipCompressorOutputStream(bytes))) {
            for (String name : names) {
                byte[] content = SCRIPT.getBytes(StandardCharsets.UTF_8);
                TarArchiveEntry entry = new TarArchiveEntry(name, true);
                entry.setSize(content.length);
                entry.setMode(name.endsWith("casewise") ? 0755 : 0644);
                tar.putArchiveEntry(entry);
                tar.write(content);
                tar.closeArchiveEntry();
            }
        }
        return bytes.toByteArray();
    }
}
