"""What a worker does: one shard, by the program that is installed there."""

import ctypes
import os
import pathlib
import resource
import signal
import subprocess
import sys
import tempfile

# The exit codes with which casewise has written a report (docs/exit-codes.md): done, bad input, fails, incomplete, a defect.
WITH_REPORT = {0, 1, 10, 11, 70}
PR_SET_PDEATHSIG = 1


def _dies_with_its_worker():
    """Where a worker is killed, its shard runs again elsewhere; what it had begun must not go on."""
    if sys.platform == "linux":
        ctypes.CDLL(None, use_errno=True).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def memory_of_a_task():
    """Half of the machine's memory, shared by as many tasks as there are cores, as casewise takes it (`512M`)."""
    whole = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    share = whole // 2 // max(1, os.cpu_count() or 1)
    return f"{max(512, share >> 20)}M"


def run_shard(program, arguments, plan, shard, shards):
    """Runs a shard. Returns its report, what it said on standard error, and the seconds of the processors that it took.

    `plan` is the plan as bytes. A process that was killed raises `ChildProcessError`, which is tried again elsewhere; one that
    refuses its arguments or input raises `ValueError` with what it said, which is not."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with tempfile.TemporaryDirectory(prefix="casewise-") as folder:
        plan_file = pathlib.Path(folder) / "plan.json"
        plan_file.write_bytes(plan)
        report = pathlib.Path(folder) / "report.json"
        line = [program, *arguments, "--shard", f"{shard}/{shards}", "--plan-file", str(plan_file), "--format", "json"]
        if "--memory" not in line:
            line += ["--memory", memory_of_a_task()]
        with report.open("wb") as output:
            done = subprocess.run(
                line, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.PIPE, check=False,
                preexec_fn=_dies_with_its_worker,
            )
        said = done.stderr.decode(errors="replace")
        if done.returncode < 0 or done.returncode in (130, 143):
            raise ChildProcessError(f"shard {shard} of {shards} was killed: {done.returncode}")
        if done.returncode not in WITH_REPORT:
            raise ValueError(f"shard {shard} of {shards}: exit code {done.returncode}: {said.strip()}")
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        seconds = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
        return report.read_bytes(), said, seconds
