"""Runs casewise on a Ray cluster: `casewise plan` says what there is to do, each task runs `casewise` for one shard of it, and
`casewise merge` makes one report of theirs. Ray schedules, recovers and scales; nothing here decides an answer."""

from .run import Run, TaskFailed

__all__ = ["Run", "TaskFailed"]
