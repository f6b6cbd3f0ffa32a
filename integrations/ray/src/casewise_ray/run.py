"""A run: plan, tasks, merge."""

import dataclasses
import json
import pathlib
import subprocess
import sys
import tempfile
import time

import ray

from .task import run_shard

# So many tasks for each core: a slow one then keeps the others waiting for little.
TASKS_PER_CORE = 8
MOST_TASKS = 10_000


class TaskFailed(Exception):
    """A shard for which casewise had no report."""


@dataclasses.dataclass
class Run:
    """What is to be done."""

    # The command: check, summarize or test.
    command: str
    # Arguments that plan and the command have in common: paths, selection, cache.
    common: list
    # Arguments of the command alone.
    own: list
    # The program, as workers find it.
    program: str = "casewise"
    # How many shards; 0 for as many as fit the cluster.
    tasks: int = 0
    # How often a task whose worker was lost begins again.
    retries: int = 100
    # `names` or `callees`; none for callees first where the command composes what others have kept.
    order: str = ""
    # Whether progress is told on standard error.
    tells: bool = True
    # Seconds of the processors that the tasks have taken which gave the reports.
    seconds: float = 0.0

    def plan(self):
        """The plan as bytes; what there is to do and who does it."""
        tasks = self.tasks or min(MOST_TASKS, max(1, int(TASKS_PER_CORE * ray.cluster_resources().get("CPU", 1))))
        has_cache = "--no-cache" not in self.common
        order = self.order or ("callees" if self.command == "summarize" and has_cache else "names")
        line = [self.program, "plan", *self.common, "--command", self.command, "--shards", str(tasks), "--order", order]
        done = subprocess.run([*line, "--format", "json"], capture_output=True, check=False)
        if done.returncode not in (0, 1):
            raise TaskFailed(f"no plan: exit code {done.returncode}: {done.stderr.decode(errors='replace').strip()}")
        return done.stdout

    def reports(self):
        """The reports of all shards as bytes, in their order."""
        plan = self.plan()
        shards = json.loads(plan)["shards"]
        whole = sum(shard["methods"] for shard in shards)
        arguments = [self.command, *self.common, "--jobs", "1", *self.own]
        # A worker that is lost, and a process that something has killed, begin again; what casewise refuses does not.
        task = ray.remote(num_cpus=1, max_retries=self.retries, retry_exceptions=[ChildProcessError])(run_shard)
        kept = ray.put(plan)
        # Callees first: Ray begins tasks in the order in which they are submitted.
        waiting = {
            task.remote(self.program, arguments, kept, shard["shard"], len(shards)): shard for shard in shards
        }
        found, methods, begun = {}, 0, time.monotonic()
        while waiting:
            for reference in ray.wait(list(waiting), num_returns=1)[0]:
                shard = waiting.pop(reference)
                try:
                    report, _, seconds = ray.get(reference)
                except ray.exceptions.RayTaskError as error:
                    raise TaskFailed(str(error.cause)) from error
                except ray.exceptions.RayError as error:
                    raise TaskFailed(f"shard {shard['shard']} of {len(shards)}: {error}") from error
                found[shard["shard"]] = report
                self.seconds += seconds
                methods += shard["methods"]
                if self.tells:
                    elapsed = time.monotonic() - begun
                    told = f"{len(found)} of {len(shards)} tasks, {methods} of {whole} methods, {elapsed:.0f} s"
                    print(f"casewise-ray: {told}", file=sys.stderr, flush=True)
        return [found[number] for number in sorted(found)]

    def merged(self, reports, options):
        """Joins reports by `casewise merge` with these options, which writes the result; its exit code."""
        with tempfile.TemporaryDirectory(prefix="casewise-") as folder:
            files = []
            for number, report in enumerate(reports, 1):
                path = pathlib.Path(folder) / f"shard-{number}.json"
                path.write_bytes(report)
                files.append(str(path))
            return subprocess.run([self.program, "merge", *options, *files], check=False).returncode

    def execute(self, options):
        """All of it; the exit code is that which one process would have had."""
        return self.merged(self.reports(), options)
