from tablestore import INF_MAX, INF_MIN, PK_AUTO_INCR, Condition, ReturnType, Row
from tablestore import RowExistenceExpectation

from harness import (
    AUTO_INCREMENT,
    PLAIN,
    VERSIONED,
    condition_failed,
    invalid,
    latest,
    tests_of,
    units,
    versions,
)

counter, COUNTERS = tests_of("Atomic counters")
auto, AUTO = tests_of("Auto-increment keys")

INT64_MAX = 2**63 - 1
INT64_MIN = -(2**63)


def add(t, table, by, **options):
    return t.client.update_row(table, Row(t.pk(), {"INCREMENT": [("hits", by)]}), None, **options)


def value(t, table):
    return latest(t.client.get_row(table, t.pk(), max_version=1)[1]).get("hits")


@counter("missing column", "counts as zero and creates the row")
def _(t):
    table = t.table(PLAIN)
    consumed, _ = add(t, table, 7)
    assert (units(consumed), value(t, table)) == ((1, 1), 7)


@counter("64-bit integers", "exact at the limits and around 2^53")
def _(t):
    table = t.table(PLAIN)
    for before, by, after in (
        (INT64_MAX - 1, 1, INT64_MAX),
        (INT64_MIN + 1, -1, INT64_MIN),
        (INT64_MAX, INT64_MIN, -1),
        (2**53, 1, 2**53 + 1),
        (-(2**53), -1, -(2**53) - 1),
    ):
        t.client.put_row(table, Row(t.pk(), [("hits", before)]))
        add(t, table, by)
        assert value(t, table) == after


@counter("overflow", "is refused and changes nothing")
def _(t):
    table = t.table(PLAIN)
    for before, by in ((INT64_MAX, 1), (INT64_MIN, -1)):
        t.client.put_row(table, Row(t.pk(), [("hits", before)]))
        invalid(lambda by=by: add(t, table, by))
        assert value(t, table) == before


@counter("other types", "are refused")
def _(t):
    table = t.table(PLAIN)
    t.client.put_row(table, Row(t.pk(), [("hits", "1")]))
    invalid(lambda: add(t, table, 1))


@counter("versions", "a new version on top of the latest")
def _(t):
    table = t.table(VERSIONED)
    t.client.put_row(table, Row(t.pk(), [("hits", 10, 2)]))
    add(t, table, 5)
    row = t.client.get_row(table, t.pk(), max_version=10)[1]
    assert [count for _, count in versions(row, "hits")] == [15, 10]


@counter("conditions", "an unmet one does not increment")
def _(t):
    table = t.table(PLAIN)
    once = Condition(RowExistenceExpectation.EXPECT_NOT_EXIST)
    row = Row(t.pk(), {"INCREMENT": [("hits", 1)]})
    t.client.update_row(table, row, once)
    condition_failed(lambda: t.client.update_row(table, row, once))
    assert value(t, table) == 1


def key_of(t, value):
    return [("pk", t.id), ("id", value)]


def put_new(t, table, text):
    row = Row(key_of(t, PK_AUTO_INCR), [("v", text)])
    _, reply = t.client.put_row(table, row, return_type=ReturnType.RT_PK)
    return reply.primary_key[1][1]


@auto("placeholder", "each put makes a row with a larger key")
def _(t):
    table = t.table(AUTO_INCREMENT)
    ids = [put_new(t, table, text) for text in "abcd"]
    assert ids == sorted(set(ids)) and ids[0] > 0
    rows = t.client.get_range(
        table, "FORWARD", key_of(t, INF_MIN), key_of(t, INF_MAX), max_version=1
    )[2]
    assert [latest(row)["v"] for row in rows] == list("abcd")


@auto("placeholder", "in UpdateRow and with a counter")
def _(t):
    table = t.table(AUTO_INCREMENT)
    row = Row(key_of(t, PK_AUTO_INCR), {"INCREMENT": [("hits", 3)]})
    _, reply = t.client.update_row(table, row, None, return_type=ReturnType.RT_PK)
    stored = t.client.get_row(table, reply.primary_key, max_version=1)[1]
    assert latest(stored) == {"hits": 3}


@auto("full key", "rewrites an existing row")
def _(t):
    table = t.table(AUTO_INCREMENT)
    number = put_new(t, table, "first")
    t.client.put_row(table, Row(key_of(t, number), [("v", "second")]))
    assert latest(t.client.get_row(table, key_of(t, number), max_version=1)[1]) == {"v": "second"}


@auto("full key", "never creates a row, IGNORE included")
def _(t):
    table = t.table(AUTO_INCREMENT)
    condition_failed(lambda: t.client.put_row(table, Row(key_of(t, 12_345), [("v", 1)])))
    row = Row(key_of(t, 12_345), {"PUT": [("v", 1)]})
    condition_failed(lambda: t.client.update_row(table, row, None))
    t.client.delete_row(table, key_of(t, 12_345))


TESTS = [*COUNTERS, *AUTO]
