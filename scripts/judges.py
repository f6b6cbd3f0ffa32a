"""Those who judge written suites: JUnit, PIT and JaCoCo from Maven Central. The jars are downloaded once, into target/judges,
and their SHA-256 is compared. Used by measure-suites and measure-libraries."""

import collections
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ElementTree

from libraries import ROOT, TARGET, fetch_file

JUDGES = TARGET / "judges"

JUNIT = "org/junit/platform/junit-platform-console-standalone/1.11.4/junit-platform-console-standalone-1.11.4.jar"
PIT = (
    "org/pitest/pitest/1.17.4/pitest-1.17.4.jar",
    "org/pitest/pitest-entry/1.17.4/pitest-entry-1.17.4.jar",
    "org/pitest/pitest-command-line/1.17.4/pitest-command-line-1.17.4.jar",
    "org/pitest/pitest-junit5-plugin/1.2.1/pitest-junit5-plugin-1.2.1.jar",
    "org/apache/commons/commons-text/1.12.0/commons-text-1.12.0.jar",
    "org/apache/commons/commons-lang3/3.17.0/commons-lang3-3.17.0.jar",
)
# What commons-csv calls.
DEPENDENCIES = (
    "commons-io/commons-io/2.17.0/commons-io-2.17.0.jar",
    "commons-codec/commons-codec/1.17.1/commons-codec-1.17.1.jar",
)
JACOCO_AGENT = "org/jacoco/org.jacoco.agent/0.8.12/org.jacoco.agent-0.8.12-runtime.jar"
JACOCO_TOOL = "org/jacoco/org.jacoco.cli/0.8.12/org.jacoco.cli-0.8.12-nodeps.jar"

DIGESTS = {
    JUNIT: "b016ef6b1c3454d6d7c2c88ce081dabf289699686af6622d6e4e2e1b54b4a2fc",
    PIT[0]: "97082da0ae5283f564b3f51652c39f4f1d235eb3b019384d11eb5d4fc0e4219e",
    PIT[1]: "809c1cf0b83c14e5c5cdb8d70c2c231db24499243263e18474436e30c23657eb",
    PIT[2]: "a1785b9ec46daf34685b63b9702c1b94f052fa90d74cc1a84f20944894e34ccc",
    PIT[3]: "9d944887a583ebd4adc33d2d26b8b56639fd53fee93b4d068a90596705c072b5",
    PIT[4]: "de023257ff166044a56bd1aa9124e843cd05dac5806cc705a9311f3556d5a15f",
    PIT[5]: "6ee731df5c8e5a2976a1ca023b6bb320ea8d3539fbe64c8a1d5cb765127c33b4",
    DEPENDENCIES[0]: "4aa4ca48f3dfd30b78220b7881d8cb93eac4093ec94361b6befa9487998a550b",
    DEPENDENCIES[1]: "f9f6cb103f2ddc3c99a9d80ada2ae7bf0685111fd6bffccb72033d1da4e6ff23",
    JACOCO_AGENT: "115e8e6e6593ca3a9892dfef695df4d487c706e59e71e64dc0ab95716ee02622",
    JACOCO_TOOL: "594c01125b84864a7fc5a9efab19b71b7de36b27346863f6d7cd0cd45400ceb0",
}

# PIT's names of its operators, from the names of its classes.
OPERATORS = {
    "BooleanFalseReturnVals": "FALSE_RETURNS",
    "BooleanTrueReturnVals": "TRUE_RETURNS",
    "EmptyObjectReturnVals": "EMPTY_RETURNS",
    "NullReturnVals": "NULL_RETURNS",
    "PrimitiveReturns": "PRIMITIVE_RETURNS",
    "ConditionalsBoundary": "CONDITIONALS_BOUNDARY",
    "NegateConditionals": "NEGATE_CONDITIONALS",
    "VoidMethodCall": "VOID_METHOD_CALLS",
    "InvertNegs": "INVERT_NEGS",
    "Increments": "INCREMENTS",
    "Math": "MATH",
    "RemoveConditional_EQUAL_ELSE": "REMOVE_CONDITIONALS_EQUAL_ELSE",
    "RemoveConditional_EQUAL_IF": "REMOVE_CONDITIONALS_EQUAL_IF",
    "RemoveConditional_ORDER_ELSE": "REMOVE_CONDITIONALS_ORDER_ELSE",
    "RemoveConditional_ORDER_IF": "REMOVE_CONDITIONALS_ORDER_IF",
    "Switch": "EXPERIMENTAL_SWITCH",
}
# What PIT's group STRONGER has beyond its group DEFAULTS, as its reports for both show.
BEYOND_DEFAULTS = {"REMOVE_CONDITIONALS_EQUAL_IF", "REMOVE_CONDITIONALS_ORDER_IF", "EXPERIMENTAL_SWITCH"}
# What counts as killed, as PIT counts it.
KILLED = {"KILLED", "TIMED_OUT", "MEMORY_ERROR", "RUN_ERROR"}


def jar(path):
    """The jar at a path of Maven Central, downloaded unless it is there."""
    return fetch_file(path, DIGESTS[path], JUDGES)


def path_of(files):
    return os.pathsep.join(str(file) for file in files)


def run(command, **options):
    """Runs a program; what it wrote, and its exit code."""
    return subprocess.run([str(part) for part in command], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, **options)


def compile_java(sources, into, class_path):
    """Compiles Java sources; the folder of their classes. Ends the program where javac refuses one."""
    shutil.rmtree(into, ignore_errors=True)
    into.mkdir(parents=True)
    if sources:
        process = run(["javac", "-g", "-nowarn", "-proc:none", "-encoding", "UTF-8", "-cp", path_of([*class_path, jar(JUNIT)]),
                       "-d", into, *sources])
        if process.returncode != 0:
            sys.exit(f"javac refuses what is in {sources[0].parent}:\n{process.stdout}")
    return into


def generate(program, paths, folder, options):
    """Runs `casewise test`: its report. The tests are in the folder `tests` of the folder given."""
    folder.mkdir(parents=True, exist_ok=True)
    report = folder / "report.json"
    process = run([program, "test", *paths, "--out", folder / "tests", "--format", "json", "--output", report, *options])
    if process.returncode not in (0, 1) or not report.exists():
        sys.exit(f"casewise ends with exit code {process.returncode}:\n{process.stdout}")
    content = json.loads(report.read_text())
    for defect in content["defects"]:
        print(f"defect: {defect['method']}: {defect['message']}", file=sys.stderr)
    return content


class Run:
    """What JUnit says of a suite."""

    def __init__(self, found, passed, failed, skipped, trouble):
        self.found, self.passed, self.failed, self.skipped, self.trouble = found, passed, failed, skipped, trouble
        self.is_good = failed == 0 and not trouble

    def __str__(self):
        text = f"{self.passed} tests passed in two random orders, {self.failed} failed, {self.skipped} are disabled"
        return text + "".join(f"\n  {line}" for line in self.trouble)


# A time zone and a locale in which other things go wrong than elsewhere: the day is another, and letters change case otherwise.
ELSEWHERE = ("-Duser.timezone=Pacific/Auckland", "-Duser.language=tr", "-Duser.country=TR")


def run_twice(compiled, class_path, agent=None, again=()):
    """Runs all tests twice, methods and classes in random orders, the second time with these options of the JVM too."""
    passed = failed = skipped = found = 0
    trouble = []
    for seed in (1, 2):
        options = [agent] if agent and seed == 1 else again if seed == 2 else []
        command = ["java", *options, "-jar", jar(JUNIT), "execute",
                   "--disable-banner", "--disable-ansi-colors", "--details", "tree", "--class-path",
                   path_of([compiled, *class_path]), "--scan-class-path", compiled, "--include-classname", ".*",
                   "--config", "junit.jupiter.testmethod.order.default=org.junit.jupiter.api.MethodOrderer$Random",
                   "--config", "junit.jupiter.testclass.order.default=org.junit.jupiter.api.ClassOrderer$Random",
                   "--config", f"junit.jupiter.execution.order.random.seed={seed}"]
        output = run(command).stdout
        counts = {word: int(number) for number, word in re.findall(r"\[\s*(\d+) tests (\w+)\s*\]", output)}
        if not counts:
            trouble.append(output.strip()[-2000:])
        found, passed, skipped = (counts.get(word, 0) for word in ("found", "successful", "skipped"))
        failed = max(failed, counts.get("failed", 0))
        if counts.get("failed", 0):
            trouble += [line.strip() for line in output.splitlines() if "[X]" in line][:40]
    return Run(found, passed, failed, skipped, trouble)


class Mutant:
    """A mutant of PIT."""

    def __init__(self, element):
        text = lambda name: (element.findtext(name) or "").strip()
        self.class_name, self.method, self.line = text("mutatedClass"), text("mutatedMethod"), int(text("lineNumber"))
        mutator = re.sub(r"Mutator(_|$)", r"\1", text("mutator").rsplit(".", 1)[1])
        self.operator = OPERATORS.get(mutator, mutator)
        self.description, self.status = text("description"), element.get("status")
        self.index = min([int(index.text) for index in element.iter("index")], default=0)
        self.is_killed = self.status in KILLED
        # Which of how many of its operator on its line it is.
        self.at, self.of = 0, 1


def mutate(classes, compiled, folder, group, pattern, sources, timeout=8000):
    """Runs PIT with a group of operators: its mutants, in the order of the code. On a busy machine a short timeout kills what no
    test does."""
    tests = sorted(class_names(compiled))
    command = ["java", "-cp", path_of([jar(path) for path in (*PIT, JUNIT)]),
               "org.pitest.mutationtest.commandline.MutationCoverageReport", "--reportDir", folder, "--targetClasses", pattern,
               "--excludedClasses", ",".join(f"{test}*" for test in tests), "--targetTests", ",".join(tests), "--sourceDirs", sources,
               "--classPath", ",".join(str(part) for part in [compiled, *classes, jar(JUNIT)]), "--mutators", group,
               # A jar is mutated only when it is named.
               *(["--mutableCodePaths", classes[0]] if pathlib.Path(classes[0]).is_file() else []),
               "--outputFormats", "XML", "--timestampedReports=false", "--threads", "1", "--timeoutConst", str(timeout),
               "--skipFailingTests=true"]
    process = run(command)
    report = folder / "mutations.xml"
    if not report.exists():
        sys.exit(f"PIT says nothing of {pattern}:\n{process.stdout[-4000:]}")
    mutants = [Mutant(element) for element in ElementTree.parse(report).getroot().iter("mutation")]
    mutants.sort(key=lambda mutant: (mutant.class_name, mutant.line, mutant.method, mutant.index))
    same = collections.defaultdict(list)
    for mutant in mutants:
        same[mutant.class_name, mutant.method, mutant.line, mutant.operator].append(mutant)
    for group_of_line in same.values():
        for at, mutant in enumerate(group_of_line):
            mutant.at, mutant.of = at, len(group_of_line)
    return mutants


def class_names(folder):
    """The top-level classes in a folder of class files."""
    files = (file.relative_to(folder).with_suffix("") for file in folder.rglob("*.class"))
    return {".".join(file.parts) for file in files if "$" not in file.name}
