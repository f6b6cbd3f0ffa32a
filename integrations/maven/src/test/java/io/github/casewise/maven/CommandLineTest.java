// The command lines of the goals.
package io.github.casewise.maven;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.apache.maven.artifact.Artifact;
import org.apache.maven.artifact.DefaultArtifact;
import org.apache.maven.artifact.handler.DefaultArtifactHandler;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommandLineTest {
    private static final Places PLACES = new Places(
        Path.of("/p/target/classes"),
        List.of(Path.of("/m/a.jar"), Path.of("/m/b.jar")),
        List.of(Path.of("/p/src/main/java")),
        Path.of("/jdk"),
        Path.of("/p/target/casewise"),
        Path.of("/p/cache"));

    @Test
    void whatIsNotSetIsLeftToCasewise() {
        assertEquals(
            List.of(
                "check", "/p/target/classes", "--classpath=/m/a.jar", "--classpath=/m/b.jar", "--jdk=/jdk", "--cache=/p/cache",
                "--source-root=/p/src/main/java", "--format=json"),
            new CheckMojo().line(PLACES, Format.json).words());
    }

    @Test
    void whatIsSetBecomesAnOptionOfCheck() {
        CheckMojo check = new CheckMojo();
        check.includes = List.of("shop.**", "bank.*");
        check.excludes = List.of("**.*Generated");
        check.timeout = 120;
        check.jobs = 2;
        check.memory = "2G";
        check.failOn = "incomplete";
        check.nulls = "annotated";
        check.effort = 3;
        check.replay = "none";
        check.all = true;
        check.strict = true;
        check.baseline = new File("/p/known.sarif");
        check.arguments = List.of("--explain", "--assume", "nonnull:*");
        assertEquals(
            List.of(
                "check", "/p/target/classes", "--classpath=/m/a.jar", "--classpath=/m/b.jar", "--jdk=/jdk", "--include=shop.**",
                "--include=bank.*", "--exclude=**.*Generated", "--timeout=120", "--jobs=2", "--memory=2G", "--cache=/p/cache",
                "--source-root=/p/src/main/java", "--fail-on=incomplete", "--nulls=annotated", "--effort=3", "--replay=none", "--all",
                "--strict", "--baseline=/p/known.sarif", "--format=sarif", "--explain", "--assume", "nonnull:*"),
            check.line(PLACES, Format.sarif).words());
    }

    @Test
    void aBaselineIsWrittenByTheFirstRunAlone() {
        CheckMojo check = new CheckMojo();
        check.baseline = new File("/p/known.sarif");
        check.updateBaseline = true;
        Arguments first = new Arguments();
        check.addOptionsOfFirst(first, PLACES, List.of(Format.json));
        assertEquals(List.of("--update-baseline"), first.words());
        assertFalse(check.line(PLACES, Format.json).words().contains("--update-baseline"));
        assertFalse(check.isRepeatable());
    }

    @Test
    void aSuiteHasAFolderAndAReport() {
        TestMojo test = new TestMojo();
        test.out = new File("/p/target/casewise/tests");
        test.augment = "boundary";
        test.junit = "4";
        test.testPackage = "shop.generated";
        List<String> words = test.line(PLACES, Format.json).words();
        assertEquals("test", words.get(0));
        assertTrue(
            words.containsAll(
                List.of("--out=/p/target/casewise/tests", "--augment=boundary", "--junit=4", "--package=shop.generated")),
            words.toString());
        Arguments first = new Arguments();
        test.addOptionsOfFirst(first, PLACES, test.usualFormats());
        assertEquals(List.of("--report=/p/target/casewise/test.html", "--source=/p/src/main/java"), first.words());
    }

    @Test
    void aSuiteIsForTheJUnitOfTheProject() {
        assertEquals("4", TestMojo.junitOf(Set.of(artifact("junit", "junit"))));
        assertNull(TestMojo.junitOf(Set.of(artifact("junit", "junit"), artifact("org.junit.jupiter", "junit-jupiter-api"))));
        assertNull(TestMojo.junitOf(Set.of()));
        assertTrue(TestMojo.lacksParameters(Set.of(artifact("org.junit.jupiter", "junit-jupiter-api"))));
        assertFalse(TestMojo.lacksParameters(Set.of(
            artifact("org.junit.jupiter", "junit-jupiter-api"), artifact("org.junit.jupiter", "junit-jupiter-params"))));
        assertFalse(TestMojo.lacksParameters(Set.of()));
    }

    @Test
    void proofsAndSummariesHaveTheirOwnOptions() {
        ProveMojo prove = new ProveMojo();
        prove.failOn = "unknown";
        prove.property = "all";
        assertTrue(prove.line(PLACES, Format.json).words().containsAll(List.of("prove", "--fail-on=unknown", "--property=all")));
        SummarizeMojo summarize = new SummarizeMojo();
        assertEquals(
            List.of(
                "summarize", "/p/target/classes", "--classpath=/m/a.jar", "--classpath=/m/b.jar", "--jdk=/jdk", "--cache=/p/cache",
                "--format=text"),
            summarize.line(PLACES, Format.text).words());
    }

    @Test
    void aComparisonHasTwoBuildsWithTheirClassPaths() {
        DiffMojo diff = new DiffMojo();
        diff.oldBuild = new Build(Path.of("/m/shop-1.0.jar"), List.of(Path.of("/m/a-1.jar")));
        diff.expect = new File("/p/changes.txt");
        diff.effort = 2;
        diff.excludes = List.of("**.*Generated");
        assertEquals(
            List.of(
                "diff", "/m/shop-1.0.jar", "/p/target/classes", "--old-classpath=/m/a-1.jar", "--new-classpath=/m/a.jar",
                "--new-classpath=/m/b.jar", "--jdk=/jdk", "--exclude=**.*Generated", "--cache=/p/cache",
                "--source-root=/p/src/main/java", "--expect=/p/changes.txt", "--effort=2", "--format=sarif"),
            diff.line(PLACES, Format.sarif).words());
        diff.tests = new File("/p/told-apart");
        Arguments first = new Arguments();
        diff.addOptionsOfFirst(first, PLACES, diff.usualFormats());
        assertEquals(List.of("--tests=/p/told-apart", "--report=/p/target/casewise/diff.html"), first.words());
    }

    @Test
    void aChangeFailsTheBuildUnlessItIsToldOtherwise() {
        DiffMojo diff = new DiffMojo();
        assertTrue(diff.isFatal());
        diff.failOn = DiffMojo.FailOn.never;
        assertFalse(diff.isFatal());
    }

    @Test
    void aLongRunIsRepeatedWhereItsAnswersAreKept() {
        Duration minute = Duration.ofSeconds(60);
        assertTrue(new DiffMojo().whyLong(minute).isPresent());
        assertFalse(new DiffMojo().whyLong(Duration.ofSeconds(5)).isPresent());
        CheckMojo check = new CheckMojo();
        assertTrue(check.whyLong(minute).isPresent());
        check.timeout = 0;
        assertFalse(check.whyLong(minute).isPresent());
    }

    @Test
    void aDescriptionOfAModuleIsNoClass(@TempDir Path folder) throws Exception {
        assertFalse(CasewiseMojo.hasClasses(folder.resolve("none")));
        Files.createFile(folder.resolve("module-info.class"));
        Files.createFile(folder.resolve("notes.txt"));
        assertFalse(CasewiseMojo.hasClasses(folder));
        Files.createFile(Files.createDirectories(folder.resolve("shop")).resolve("Shop.class"));
        assertTrue(CasewiseMojo.hasClasses(folder));
    }

    private static Artifact artifact(String group, String name) {
        return new DefaultArtifact(group, name, "1", "test", "jar", null, new DefaultArtifactHandler("jar"));
    }
}
