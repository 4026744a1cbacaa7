"""Prints one JSON line per test. An argument selects the tests whose names contain it."""

import sys

from harness import run_tests
from suites import (
    batches,
    conditions,
    counters,
    gaps,
    indexes,
    keys,
    ranges,
    rows,
    search,
    tables,
    transactions,
)

ALL = [
    *tables.TESTS,
    *indexes.TESTS,
    *rows.TESTS,
    *ranges.TESTS,
    *batches.TESTS,
    *conditions.TESTS,
    *counters.TESTS,
    *keys.TESTS,
    *transactions.TESTS,
    *search.TESTS,
    *gaps.TESTS,
]

if __name__ == "__main__":
    run_tests(ALL, sys.argv[1] if len(sys.argv) > 1 else "")
