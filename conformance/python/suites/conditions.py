from tablestore import (
    ComparatorType,
    CompositeColumnCondition,
    Condition,
    LogicalOperator,
    Row,
    RowExistenceExpectation,
    SingleColumnCondition,
)

from harness import NUMBERED, PLAIN, VERSIONED, condition_failed, invalid, latest, tests_of, units

existence, EXISTENCE = tests_of("Row existence")
condition, CONDITION = tests_of("Column conditions")
filters, FILTERS = tests_of("Filters")

COMPARATORS = {
    "=": ComparatorType.EQUAL,
    "!=": ComparatorType.NOT_EQUAL,
    ">": ComparatorType.GREATER_THAN,
    ">=": ComparatorType.GREATER_EQUAL,
    "<": ComparatorType.LESS_THAN,
    "<=": ComparatorType.LESS_EQUAL,
}

STORED = [
    ("binary", bytearray([1, 200])),
    ("double", -0.5),
    ("flag", False),
    ("max", 2**63 - 1),
    ("odd", 2**53 + 1),
    ("text", "北京"),
]


def column(name, comparator, value, pass_if_missing=True, latest_only=True):
    kind = COMPARATORS[comparator]
    return SingleColumnCondition(name, value, kind, pass_if_missing, latest_only)


def combine(operator, *parts):
    whole = CompositeColumnCondition(operator)
    for part in parts:
        whole.add_sub_condition(part)
    return whole


def all_of(*parts):
    return combine(LogicalOperator.AND, *parts)


def any_of(*parts):
    return combine(LogicalOperator.OR, *parts)


def negated(*parts):
    return combine(LogicalOperator.NOT, *parts)


CASES = [
    (column("odd", "=", 2**53 + 1), True),
    (column("odd", "=", 2**53), False),
    (column("odd", ">", 2**53), True),
    (column("max", ">=", 2**63 - 1), True),
    (column("max", "<", 2**63 - 1), False),
    (column("max", ">", -(2**63)), True),
    (column("double", "<", 0.25), True),
    (column("double", "!=", -0.5), False),
    (column("flag", "<", True), True),
    (column("text", "=", "北京"), True),
    (column("text", ">", "zzz"), True),
    (column("binary", ">", bytearray([1, 127])), True),
    (column("binary", "<=", bytearray([1])), False),
    (column("max", "!=", 1.5), False),
    (column("absent", "=", 1), True),
    (column("absent", "=", 1, False), False),
    (all_of(column("flag", "=", False), column("double", "<", 0.0)), True),
    (any_of(column("flag", "=", True), column("double", ">", 0.0)), False),
    (negated(column("flag", "=", True)), True),
    (negated(column("absent", "=", 1)), False),
]

WRITES = {
    "PutRow": lambda t, table, key, when: t.client.put_row(table, Row(key, [("c", 2)]), when),
    "UpdateRow": lambda t, table, key, when: t.client.update_row(
        table, Row(key, {"PUT": [("c", 2)]}), when
    ),
    "DeleteRow": lambda t, table, key, when: t.client.delete_row(table, key, condition=when),
}

MATRIX = [
    (RowExistenceExpectation.IGNORE, True, True),
    (RowExistenceExpectation.IGNORE, False, True),
    (RowExistenceExpectation.EXPECT_EXIST, True, True),
    (RowExistenceExpectation.EXPECT_EXIST, False, False),
    (RowExistenceExpectation.EXPECT_NOT_EXIST, True, False),
    (RowExistenceExpectation.EXPECT_NOT_EXIST, False, True),
]


def check_matrix(t, write):
    table = t.table(PLAIN)
    for expectation, there, fulfilled in MATRIX:
        key = t.pk(f"{expectation}{there}")
        if there:
            t.client.put_row(table, Row(key, [("c", 1)]))
        if fulfilled:
            consumed, _ = write(t, table, key, Condition(expectation))
            read = 0 if expectation == RowExistenceExpectation.IGNORE else 1
            assert units(consumed) == (read, 1)
        else:
            condition_failed(lambda: write(t, table, key, Condition(expectation)))


def check_condition(t, write):
    table = t.table(PLAIN)
    t.client.put_row(table, Row(t.pk(), [("c", 1)]))
    met = Condition(RowExistenceExpectation.IGNORE, column("c", "=", 1))
    unmet = Condition(RowExistenceExpectation.IGNORE, column("c", "=", 9))
    condition_failed(lambda: write(t, table, t.pk(), unmet))
    assert latest(t.client.get_row(table, t.pk(), max_version=1)[1]) == {"c": 1}
    consumed, _ = write(t, table, t.pk(), met)
    assert units(consumed) == (1, 1)


for name, write in WRITES.items():
    existence(name, "every expectation, with and without the row")(
        lambda t, write=write: check_matrix(t, write)
    )
    condition(f"decides {name}", "a false condition refuses the write and changes nothing")(
        lambda t, write=write: check_condition(t, write)
    )


@condition("comparators, types and operators", "decide whether the row is written")
def _(t):
    table = t.table(PLAIN)
    t.client.put_row(table, Row(t.pk(), STORED))
    for number, (when, holds) in enumerate(CASES):
        row = Row(t.pk(), {"PUT": [("seen", number)]})
        met = Condition(RowExistenceExpectation.IGNORE, when)
        if holds:
            t.client.update_row(table, row, met)
        else:
            condition_failed(lambda: t.client.update_row(table, row, met))


@condition("missing row", "counts as missing columns")
def _(t):
    table = t.table(PLAIN)

    def put(passes):
        when = Condition(RowExistenceExpectation.IGNORE, column("c", "=", 9, passes))
        t.client.put_row(table, Row(t.pk(), [("c", 1)]), when)

    condition_failed(lambda: put(False))
    put(True)
    condition_failed(lambda: put(True))


@condition("limits", "at most 32 nodes")
def _(t):
    table = t.table(PLAIN)

    def put(leaves):
        when = any_of(*[column("c", "=", i) for i in range(leaves)])
        expect = Condition(RowExistenceExpectation.IGNORE, when)
        t.client.put_row(table, Row(t.pk(), []), expect)

    put(31)
    invalid(lambda: put(32), "The count of filter exceeds the max: 32.")


@filters("comparators, types and operators", "keep or drop the whole row")
def _(t):
    table = t.table(NUMBERED)
    t.client.put_row(table, Row(t.numbered(1), STORED))
    for number, (kept_by, kept) in enumerate(CASES):
        row = t.client.get_row(table, t.numbered(1), column_filter=kept_by, max_version=1)[1]
        assert (row is not None) == kept, number
        assert row is None or len(row.attribute_columns) == len(STORED)


@filters("key columns", "may be named, selected or not")
def _(t):
    table = t.table(NUMBERED)
    t.client.put_row(table, Row(t.numbered(5), [("a", 1)]))

    def read(when):
        return t.client.get_row(table, t.numbered(5), ["a"], when, max_version=1)[1]

    assert read(column("n", "=", 5, False)) is not None
    assert read(column("n", ">", 5)) is None


@filters("selected columns", "a column that was not selected is missing")
def _(t):
    table = t.table(PLAIN)
    t.client.put_row(table, Row(t.pk(), [("a", 1), ("b", 1)]))

    def read(passes, *columns):
        when = column("b", "=", 2, passes)
        return t.client.get_row(table, t.pk(), list(columns), when, max_version=1)[1]

    assert read(True, "a") is not None
    assert read(False, "a") is None
    assert read(True, "a", "b") is None


@filters("versions", "the latest selected one, or any of them")
def _(t):
    table = t.table(VERSIONED)
    t.client.put_row(table, Row(t.pk(), [("c", i, i * 100) for i in (1, 2, 3)]))

    def found(count, value, latest_only):
        when = column("c", "=", value, True, latest_only)
        return t.client.get_row(table, t.pk(), None, when, count)[1] is not None

    assert not found(3, 1, True)
    assert found(3, 1, False)
    assert not found(2, 1, False)


@filters("limits", "operators need the right number of parts")
def _(t):
    table = t.table(PLAIN)

    def read(when):
        return t.client.get_row(table, t.pk(), None, when, 1)

    one = column("c", "=", 1)
    text = "Invalid AND/OR operator: the number of sub-filters must be more than 1."
    invalid(lambda: read(all_of(one)), text)
    invalid(lambda: read(any_of()), text)
    text = "Invalid NOT operator: the number of sub-filters must be 1."
    invalid(lambda: read(negated(one, one)), text)


TESTS = [*EXISTENCE, *CONDITION, *FILTERS]
