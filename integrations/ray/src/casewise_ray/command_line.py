"""The command line of `casewise-ray`."""

import argparse
import shutil
import sys

import ray

from .run import Run, TaskFailed

# Options that `casewise plan` and the commands have in common: name, and whether a value follows.
COMMON = [
    ("--classpath", True), ("--jdk", True), ("--no-jdk", False), ("--class", True), ("--include", True), ("--exclude", True),
    ("--method", True), ("--effort", True), ("--replay", True), ("--no-replay", False), ("--cache", True),
    ("--trust-cache", False),
]


def parser():
    """The parser of the command line."""
    it = argparse.ArgumentParser(
        prog="casewise-ray",
        description="Runs a command of casewise on a Ray cluster, and prints the report that one process would have printed.",
        epilog="Options of the command alone follow `--`: casewise-ray check app.jar --cache DIR -- --timeout 0 --all",
    )
    it.add_argument("command", choices=["check", "summarize", "test"])
    it.add_argument("paths", nargs="+", metavar="PATH", help="folders, class files and jars, as workers find them")
    for name, has_value in COMMON:
        if has_value:
            it.add_argument(name, action="append", default=[], metavar="VALUE", help="as of casewise")
        else:
            it.add_argument(name, action="store_true", help="as of casewise")
    own = it.add_argument_group("Ray")
    own.add_argument("--program", default="casewise", help="the program, as workers find it [casewise]")
    own.add_argument("--tasks", type=int, default=0, metavar="N", help="tasks [8 for each core of the cluster]")
    own.add_argument("--retries", type=int, default=100, metavar="N", help="how often a lost task begins again [100]")
    own.add_argument("--order", choices=["names", "callees"], default="", help="as of casewise plan")
    own.add_argument("--address", help="the cluster [that of RAY_ADDRESS, one that runs here, else a new one]")
    own.add_argument("--workers", type=int, metavar="N", help="start a cluster here, of so many cores")
    own.add_argument("--working-dir", metavar="DIR", help="a folder that Ray copies to all workers, where they run")
    own.add_argument("--quiet", action="store_true", help="tell no progress")
    result = it.add_argument_group("Result, as of casewise merge")
    for name in ("--format", "--output", "--report", "--source-root"):
        result.add_argument(name, action="append", default=[], metavar="VALUE")
    return it


def given(arguments, names):
    """Those of these options that were given, as casewise takes them."""
    line = []
    for name, has_value in names:
        value = getattr(arguments, name.lstrip("-").replace("-", "_"))
        if has_value:
            for one in value:
                line += [name, one]
        elif value:
            line.append(name)
    return line


def main(words=None):
    """Runs; returns the exit code."""
    words = sys.argv[1:] if words is None else words
    at = words.index("--") if "--" in words else len(words)
    arguments = parser().parse_args(words[:at])
    common = [*arguments.paths, *given(arguments, COMMON)]
    if not arguments.cache:
        common.append("--no-cache")
    if shutil.which(arguments.program) is None:
        print(f"casewise-ray: {arguments.program}: no such program", file=sys.stderr)
        return 3
    environment = {"working_dir": arguments.working_dir} if arguments.working_dir else None
    started = {} if arguments.workers is None else {"num_cpus": arguments.workers}
    address = arguments.address
    if arguments.workers is not None and address is None:
        # Whatever other cluster runs here.
        address = "local"
        started["include_dashboard"] = False
    try:
        ray.init(
            address=address, runtime_env=environment, log_to_driver=False, logging_level="error", **started
        )
    except (ConnectionError, RuntimeError, ValueError, ray.exceptions.RayError) as error:
        print(f"casewise-ray: no cluster: {str(error).splitlines()[0] if str(error) else error!r}", file=sys.stderr)
        return 3
    run = Run(
        command=arguments.command, common=common, own=words[at + 1:], program=arguments.program, tasks=arguments.tasks,
        retries=arguments.retries, order=arguments.order, tells=not arguments.quiet,
    )
    try:
        return run.execute(given(arguments, [(name, True) for name in ("--format", "--output", "--report", "--source-root")]))
    except TaskFailed as failure:
        print(f"casewise-ray: {failure}", file=sys.stderr)
        return 3
    finally:
        ray.shutdown()
