"""Many machines at once: in threads, in processes, or on a cluster.

`run_many` runs machines; `run_shares` distributes any work, and runs it again where a worker died.
"""

from .running import run_many
from .shares import Cancelled, WorkerDied, run_shares

__all__ = ["Cancelled", "WorkerDied", "run_many", "run_shares"]
