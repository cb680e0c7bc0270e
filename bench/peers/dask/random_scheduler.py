"""A preload for Dask's scheduler: workers are drawn by lot, as the paper's random scheduler does. Stealing must be off."""

import random


def dask_setup(scheduler):
    def by_lot(ts):
        return random.choice(list(scheduler.running)) if scheduler.running else None

    scheduler.is_rootish = lambda ts: False
    scheduler.decide_worker_non_rootish = by_lot
