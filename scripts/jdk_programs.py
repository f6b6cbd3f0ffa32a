"""Programs whose methods assert what a JVM gave: what `casewise check` says of them, as they are and with each assertion negated."""

import collections
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import libraries

# Holding, failing and incomplete methods come as exit codes.
EXPECTED_EXITS = (0, 1, 10, 11)
ASSERTION = re.compile(r"^(\s*)assert (.*);$", re.MULTILINE)
# How long a method should take at most.
LONGEST_MS = 2000
VERDICTS = ("holds", "fails", "incomplete")


def compile_all(sources, negates, folder):
    """Compiles the sources into a folder, with every assertion that has a line of its own negated where that is asked for."""
    texts, classes = folder / "sources", folder / "classes"
    paths = []
    for number, source in enumerate(sources):
        text = source.read_text(encoding="utf-8")
        if negates:
            text = ASSERTION.sub(r"\1assert !(\2);", text)
        path = texts / str(number) / source.name
        path.parent.mkdir(parents=True)
        path.write_text(text, encoding="utf-8")
        paths.append(path)
    classes.mkdir()
    command = ["javac", "-nowarn", "-g", "-encoding", "UTF-8", "-d", classes, *paths]
    if subprocess.run(command, stderr=sys.stderr if not negates else subprocess.DEVNULL).returncode:
        sys.exit("the sources do not compile")
    return classes


def check(sources, negates, arguments):
    """The report over the sources, and what it cost; of no more methods than the sources have assertions in."""
    with tempfile.TemporaryDirectory() as folder:
        classes = compile_all(sources, negates, pathlib.Path(folder))
        command = ["check", classes, "--strict", "--timeout", str(arguments.timeout), "--jobs", str(arguments.jobs)]
        command += ["--jdk", arguments.jdk] if arguments.jdk else []
        return libraries.run(arguments.program, command, EXPECTED_EXITS)


def asserted(sources):
    """The methods that assert something, by the name of their file: what stands after the last head of a method."""
    head = re.compile(r"^    public static void (\w+)\(\)", re.MULTILINE)
    methods = set()
    for source in sources:
        text = source.read_text(encoding="utf-8")
        heads = list(head.finditer(text))
        for index, found in enumerate(heads):
            end = heads[index + 1].start() if index + 1 < len(heads) else len(text)
            if ASSERTION.search(text, found.end(), end):
                methods.add((source.stem, found.group(1)))
    return methods


def by_method(report, methods):
    """What the report says of each of the methods."""
    found = {(method["class"].rsplit(".", 1)[-1], method["method"]): method for method in report["methods"]}
    missing = sorted(methods - found.keys())
    if missing:
        sys.exit(f"nothing is said of {missing[:5]}")
    return {key: found[key] for key in methods}


def print_table(plain, negated):
    """Verdicts by file, plain and negated."""
    files = sorted({file for file, _ in plain})
    print(f"{'':18} {'plain':^25}   {'negated':^25}")
    print(f"{'file':18} " + "   ".join(" ".join(f"{word:>{len(word) + 1}}" for word in VERDICTS) for _ in range(2)))
    for file in [*files, None]:
        cells = []
        for answers in (plain, negated):
            counts = collections.Counter(answer["verdict"] for key, answer in answers.items() if file in (None, key[0]))
            cells.append(" ".join(f"{counts[word]:>{len(word) + 1}}" for word in VERDICTS))
        print(f"{file or 'all':18} " + "   ".join(cells))


def print_times(plain):
    """How many methods took longer than they should, and the slowest."""
    times = sorted(((answer["time_ms"], key) for key, answer in plain.items()), reverse=True)
    slow = sum(time > LONGEST_MS for time, _ in times)
    slowest = ", ".join(f"{file}.{method} {time / 1000:.1f} s" for time, (file, method) in times[:5])
    print(f"{slow} took over {LONGEST_MS / 1000:.0f} s of work; the slowest: {slowest}")


def print_reasons(plain, most):
    """The reasons of what is incomplete, by the methods that have no other."""
    all_of, only_of = collections.Counter(), collections.Counter()
    for answer in plain.values():
        reasons = {reason["text"] for reason in answer["reasons"]} if answer["verdict"] == "incomplete" else set()
        all_of.update(reasons)
        only_of.update(reasons if len(reasons) == 1 else ())
    print("\n alone   all  reason of incompleteness")
    for reason in sorted(all_of, key=lambda reason: (-only_of[reason], -all_of[reason], reason))[:most]:
        print(f"{only_of[reason]:6} {all_of[reason]:5}  {reason}")


def print_methods(title, answers, expected):
    """The methods that have another verdict than they should."""
    print(f"\n{title}")
    for (file, method), answer in sorted(answers.items()):
        if answer["verdict"] != expected:
            why = "; ".join(f"{reason['text']} at {reason.get('place')}" for reason in answer["reasons"])
            why = why or "; ".join(f"{finding['exception']} at {finding['line']}" for finding in answer["findings"])
            print(f"  {answer['verdict']:10} {file}.{method}: {why}")


def add_arguments(parser):
    """What a run over such programs may be told."""
    parser.add_argument("--program", type=pathlib.Path, default=libraries.PROGRAM)
    parser.add_argument("--jdk")
    parser.add_argument("--only", action="append", default=[])
    parser.add_argument("--timeout", type=int, default=300)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--reasons", type=int, default=40)
    parser.add_argument("--methods", action="store_true")


def measure(sources, arguments):
    """Prints what comes of the sources."""
    methods = asserted(sources)
    answers = []
    for negates in (False, True):
        report, (elapsed, processor, memory) = check(sources, negates, arguments)
        answers.append(by_method(report, methods))
        print(f"{'negated' if negates else 'plain'}: {elapsed:.1f} s, {processor:.1f} s of processors, {memory:.0f} MiB")
    plain, negated = answers
    print_table(plain, negated)
    held = sum(answer["verdict"] == "holds" for answer in plain.values())
    failed = sum(answer["verdict"] == "fails" for answer in negated.values())
    count = len(methods)
    print(f"{held} of {count} hold ({100 * held / count:.1f} %), {failed} fail when negated ({100 * failed / count:.1f} %)")
    print_times(plain)
    print_reasons(plain, arguments.reasons)
    if arguments.methods:
        print_methods("not held", plain, "holds")
        print_methods("not failing when negated", negated, "fails")
    else:
        wrong = {key: answer for key, answer in plain.items() if answer["verdict"] == "fails"}
        lost = {key: answer for key, answer in negated.items() if answer["verdict"] == "holds"}
        print_methods("wrong", {**wrong, **lost}, "incomplete")
