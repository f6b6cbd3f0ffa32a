// What the goals share: what they take from Maven, their parameters, the runs, and what the end of a run means for the build.
package io.github.casewise.maven;

import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import java.io.File;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.inject.Inject;
import org.apache.maven.artifact.DependencyResolutionRequiredException;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.plugin.AbstractMojo;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugin.descriptor.PluginDescriptor;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.project.MavenProject;
import org.apache.maven.toolchain.Toolchain;
import org.apache.maven.toolchain.ToolchainManager;
import org.eclipse.aether.RepositorySystem;
import org.eclipse.aether.artifact.Artifact;
import org.eclipse.aether.resolution.ArtifactResolutionException;

/** A goal that runs a command of casewise on the classes of a project. */
abstract class CasewiseMojo extends AbstractMojo {
    /** What a user reads of open answers, or of notes, before there are more than anybody reads. */
    private static final int SHOWN = 20;
    /** The seconds that casewise runs where no time limit is set. */
    private static final int USUAL_TIMEOUT = 60;

    @Parameter(defaultValue = "${project}", readonly = true, required = true)
    MavenProject project;

    @Parameter(defaultValue = "${session}", readonly = true, required = true)
    MavenSession session;

    @Parameter(defaultValue = "${plugin}", readonly = true, required = true)
    private PluginDescriptor plugin;

    @Inject
    RepositorySystem repositories;

    @Inject
    private ToolchainManager toolchains;

    /** Does nothing. */
    @Parameter(property = "casewise.skip", defaultValue = "false")
    private boolean skip;

    /** The program. Else that of the environment variable CASEWISE, else the one on the PATH, else that of the release archive. */
    @Parameter(property = "casewise.executable")
    private String executable;

    /** The version of the release archive; that of this plugin unless it is given. */
    @Parameter(property = "casewise.version")
    private String version;

    /** The folder of the classes that are asked about. */
    @Parameter(property = "casewise.classesDirectory", defaultValue = "${project.build.outputDirectory}")
    private File classesDirectory;

    /** The folder of the reports. */
    @Parameter(property = "casewise.reports", defaultValue = "${project.build.directory}/casewise")
    private File reports;

    /** The folder in which answers are kept from run to run. */
    @Parameter(property = "casewise.cache", defaultValue = "${project.build.directory}/casewise/cache")
    private File cache;

    /** The JDK whose classes are used, and whose JVM confirms findings: that of the toolchain, else that of Maven. */
    @Parameter(property = "casewise.jdk")
    private File jdk;

    /** Which reports are written: json, text, sarif, html; json always is. Unless this is given, all that the command has. */
    @Parameter(property = "casewise.formats")
    private List<Format> formats;

    /** Only classes of these patterns: com.example.*, com.example.**, **.Account. */
    @Parameter(property = "casewise.includes")
    List<String> includes = List.of();

    /** No classes of these patterns. */
    @Parameter(property = "casewise.excludes")
    List<String> excludes = List.of();

    /** Seconds until the run ends, 0 for no limit. */
    @Parameter(property = "casewise.timeout")
    Integer timeout;

    /** Threads. */
    @Parameter(property = "casewise.jobs")
    Integer jobs;

    /** Memory that the run may use, as in 512M or 2G. */
    @Parameter(property = "casewise.memory")
    String memory;

    /** More arguments for casewise, as they are. */
    @Parameter(property = "casewise.arguments")
    List<String> arguments = List.of();

    /** The command of casewise. */
    abstract String command();

    /** The formats that are written unless others are asked for. */
    abstract List<Format> usualFormats();

    /** Adds the options of this command. */
    abstract void addOptions(Arguments line, Places places);

    /** What the log tells of the report. */
    abstract Report read(JsonObject report);

    /** Finds what the run needs beside the classes; false where there is nothing to do, which it tells. */
    boolean prepare(Places places) throws MojoExecutionException {
        return true;
    }

    /** The jars and folders that are the class path of the project. */
    List<String> classPath() throws DependencyResolutionRequiredException {
        return project.getCompileClasspathElements();
    }

    /** Adds what is asked about, with its class path. */
    void addClasses(Arguments line, Places places) {
        line.word(places.classes).options("classpath", places.classPath);
    }

    /** Whether findings fail the build. Goals whose command has an option for that leave it to the command. */
    boolean isFatal() {
        return true;
    }

    /** What a finding is, for the message with which the build fails. */
    String finding() {
        return "failure";
    }

    /** Adds the options of the first run alone, of which others are repetitions in another format. */
    void addOptionsOfFirst(Arguments line, Places places, List<Format> wanted) {}

    /** Whether the report is written in further formats by runs of their own. */
    boolean isRepeatable() {
        return true;
    }

    /** Why a run in another format would take long, after a first run of this time; else it takes from the cache what that has kept. */
    Optional<String> whyLong(Duration first) {
        // Runs end a little before their limit; what the limit has cut is not kept.
        int limit = timeout == null ? USUAL_TIMEOUT : timeout;
        return limit > 0 && first.toSeconds() >= limit * 3L / 4
            ? Optional.of("The run has used up its time (-Dcasewise.timeout=SECONDS gives more)")
            : Optional.empty();
    }

    @Override
    public final void execute() throws MojoExecutionException, MojoFailureException {
        if (skip) {
            getLog().info("casewise is skipped");
            return;
        }
        if (!hasClasses(classesDirectory.toPath())) {
            getLog().info("No classes for casewise in " + classesDirectory);
            return;
        }
        try {
            Places places = places();
            if (prepare(places)) {
                Files.createDirectories(places.reports);
                run(program(), places);
            }
        } catch (IOException error) {
            throw new MojoExecutionException("casewise: " + error.getMessage(), error);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new MojoExecutionException("casewise was interrupted", stopped);
        }
    }

    /** The arguments of a run that writes its report in a format. Those of the user are the last. */
    final Arguments line(Places places, Format format) {
        Arguments line = new Arguments().word(command());
        addClasses(line, places);
        line.option("jdk", places.jdk);
        line.options("include", includes).options("exclude", excludes);
        line.option("timeout", timeout).option("jobs", jobs).option("memory", memory).option("cache", places.cache);
        addOptions(line, places);
        line.option("format", format);
        arguments.forEach(line::word);
        return line;
    }

    /** The report of a format. */
    final Path report(Places places, Format format) {
        return places.reports.resolve(command() + "." + format.extension);
    }

    private void run(Program program, Places places) throws IOException, InterruptedException, MojoExecutionException,
        MojoFailureException {
        List<Format> wanted = isFormatGiven() ? formats : usualFormats();
        Path written = report(places, Format.json);
        Files.deleteIfExists(written);
        Arguments first = line(places, Format.json);
        addOptionsOfFirst(first, places, wanted);
        Instant start = Instant.now();
        Program.Ending ending = start(program, first, written);
        Duration time = Duration.between(start, Instant.now());
        if (!isDone(ending)) {
            return;
        }
        Report report = read(parse(written));
        boolean hasFindings = ending.code == 10 && isFatal();
        boolean fails = hasFindings || ending.code == 11;
        for (Finding finding : report.findings) {
            tell(fails, finding.at(places));
            if (finding.condition != null) {
                tell(fails, "  when " + finding.condition);
            }
        }
        if (ending.code == 11) {
            report.open.stream().limit(SHOWN).forEach(open -> tell(true, open.at(places)));
        }
        report.notes.stream().limit(SHOWN).forEach(note -> tell(false, note));
        if (report.notes.size() > SHOWN) {
            tell(false, "and " + (report.notes.size() - SHOWN) + " more in the reports");
        }
        getLog().info("casewise " + command() + ": " + report.totals + "; " + String.format("%.1f s", time.toMillis() / 1000.0));
        repeat(program, places, wanted, time);
        getLog().info("Reports: " + places.reports);
        if (hasFindings) {
            int count = report.findings.size();
            String where = report.findings.isEmpty() ? "" : ", the first at " + report.findings.get(0).at(places);
            throw new MojoFailureException(
                "casewise " + command() + " found " + count + " " + finding() + (count == 1 ? "" : "s") + where);
        }
        if (ending.code == 11) {
            throw new MojoFailureException("casewise " + command() + " found no failure, but " + report.open.size()
                + (report.open.size() == 1 ? " answer is" : " answers are") + " open");
        }
    }

    /** Writes the other formats: each is a run of its own. */
    private void repeat(Program program, Places places, List<Format> wanted, Duration time)
        throws IOException, InterruptedException, MojoExecutionException {
        List<Format> others = wanted.stream()
            .filter(format -> format == Format.text || format == Format.sarif)
            .distinct()
            .collect(Collectors.toList());
        if (others.isEmpty() || !isRepeatable()) {
            return;
        }
        Optional<String> why = whyLong(time);
        if (!isFormatGiven() && why.isPresent()) {
            getLog().warn(why.get() + ", and reports as " + others + " might take as long again: they are left out. "
                + "-Dcasewise.formats=" + others.get(0) + " asks for one");
            for (Format format : others) {
                // One of an earlier run would be taken for this one's.
                Files.deleteIfExists(report(places, format));
            }
            return;
        }
        for (Format format : others) {
            Program.Ending ending = start(program, line(places, format), report(places, format));
            if (ending.code != 0 && ending.code != 1 && ending.code != 10 && ending.code != 11) {
                throw failed(ending);
            }
        }
    }

    private Program.Ending start(Program program, Arguments line, Path output) throws IOException, InterruptedException {
        getLog().debug(program + " " + String.join(" ", line.words()));
        return program.run(line.words(), folder(), output);
    }

    /** Whether there is a report. What could not be read, and what was not there, is told. */
    private boolean isDone(Program.Ending ending) throws MojoExecutionException {
        boolean isSelected = !includes.isEmpty() || !excludes.isEmpty();
        if (ending.code == 3 && isSelected && session.getProjects().size() > 1) {
            // Patterns are for all modules; most match classes in some.
            ending.messages.forEach(message -> getLog().info(message));
            return false;
        }
        if (ending.code != 0 && ending.code != 1 && ending.code != 10 && ending.code != 11) {
            throw failed(ending);
        }
        ending.messages.forEach(message -> getLog().warn(message));
        return true;
    }

    private MojoExecutionException failed(Program.Ending ending) {
        ending.messages.forEach(message -> getLog().error(message));
        String why = ending.messages.isEmpty() ? "" : ": " + ending.messages.get(ending.messages.size() - 1);
        return new MojoExecutionException("casewise ended with exit code " + ending.code + why);
    }

    private void tell(boolean fails, String line) {
        if (fails) {
            getLog().error(line);
        } else {
            getLog().warn(line);
        }
    }

    private boolean isFormatGiven() {
        return formats != null && !formats.isEmpty();
    }

    private Places places() throws MojoExecutionException {
        List<String> elements;
        try {
            elements = classPath();
        } catch (DependencyResolutionRequiredException error) {
            throw new MojoExecutionException("The class path is not known: " + error.getMessage(), error);
        }
        Path classes = classesDirectory.toPath();
        List<Path> classPath = elements.stream()
            .map(Path::of)
            .filter(Predicate.not(classes::equals))
            .filter(Files::exists)
            .collect(Collectors.toList());
        List<Path> sourceRoots = project.getCompileSourceRoots().stream()
            .map(Path::of)
            .filter(Files::isDirectory)
            .collect(Collectors.toList());
        return new Places(classes, classPath, sourceRoots, jdk(), reports.toPath(), cache.toPath());
    }

    private Path jdk() {
        if (jdk != null) {
            return jdk.toPath();
        }
        Toolchain toolchain = toolchains.getToolchainFromBuildContext("jdk", session);
        String java = toolchain == null ? null : toolchain.findTool("java");
        return java == null ? Path.of(System.getProperty("java.home")) : Path.of(java).getParent().getParent();
    }

    /** The folder of the whole build: a file of settings is looked for there, and SARIF's places are relative to it. */
    private Path folder() {
        File root = session.getRequest().getMultiModuleProjectDirectory();
        return root == null ? project.getBasedir().toPath() : root.toPath();
    }

    private Program program() throws IOException, MojoExecutionException {
        Optional<Program> installed = Program.installed(executable, System.getenv());
        if (installed.isPresent()) {
            return installed.get();
        }
        String wanted = version == null ? plugin.getVersion() : version;
        Artifact archive = Archive.coordinates(wanted, System.getProperty("os.name"), System.getProperty("os.arch"));
        try {
            Path file = Archive.resolve(archive, repositories, session.getRepositorySession(), project.getRemotePluginRepositories());
            Path local = session.getRepositorySession().getLocalRepository().getBasedir().toPath();
            return Archive.unpack(file, local.resolve(".cache/casewise"));
        } catch (ArtifactResolutionException error) {
            throw new MojoExecutionException("casewise is not on the PATH, and there is no archive of it (" + error.getMessage()
                + "). Install it, or name it by -Dcasewise.executable=FILE or the environment variable CASEWISE", error);
        }
    }

    private static JsonObject parse(Path file) throws IOException, MojoExecutionException {
        try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            return JsonParser.parseReader(reader).getAsJsonObject();
        } catch (JsonParseException | IllegalStateException error) {
            throw new MojoExecutionException(file + " is no report: " + error.getMessage(), error);
        }
    }

    /** Whether a folder has classes: descriptions of modules and packages are none. */
    static boolean hasClasses(Path folder) throws MojoExecutionException {
        if (!Files.isDirectory(folder)) {
            return false;
        }
        try (Stream<Path> files = Files.walk(folder)) {
            return files.map(file -> file.getFileName().toString())
                .anyMatch(name -> name.endsWith(".class") && !name.equals("module-info.class") && !name.equals("package-info.class"));
        } catch (IOException error) {
            throw new MojoExecutionException(folder + " cannot be read: " + error.getMessage(), error);
        }
    }
}
