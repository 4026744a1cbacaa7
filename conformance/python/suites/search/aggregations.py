from tablestore import (
    Avg,
    Count,
    DistinctCount,
    FieldSort,
    FieldType,
    Max,
    Min,
    Percentiles,
    PrimaryKeySort,
    RangeQuery,
    Sort,
    SortOrder,
    Sum,
    TermQuery,
    TopRows,
)

from harness import tests_of
from search_index import Fixture, field, shared_index, these

from .fixtures import LONG_MAX, LONG_MIN, NESTED, NUMBERS

test, TESTS = tests_of("Aggregations")

LARGE = Fixture(
    "large numbers",
    (
        field("l", FieldType.LONG),
        field("edge", FieldType.LONG),
        field("w", FieldType.KEYWORD),
    ),
    {
        "a": {"l": 2**53, "edge": LONG_MAX, "w": "x"},
        "b": {"l": 1, "edge": LONG_MIN, "w": "x"},
        "c": {"l": 1, "edge": LONG_MAX, "w": "y"},
    },
)


def items(percentiles):
    return [(item.key, item.value) for item in percentiles]


@test("min", "of numbers")
def _(t):
    index = shared_index(t, NUMBERS)
    assert index.aggregate(Min("l"), Min("d", name="d")) == {"min": 0, "d": 0}
    assert index.aggregate(Min("l"), query=RangeQuery("l", 17)) == {"min": 17}


@test("max", "of numbers")
def _(t):
    index = shared_index(t, NUMBERS)
    assert index.aggregate(Max("l"), Max("d", name="d")) == {"max": 99, "d": 49.5}


@test("sum", "of numbers")
def _(t):
    index = shared_index(t, NUMBERS)
    assert index.aggregate(Sum("l"), Sum("d", name="d")) == {"sum": 4950, "d": 2475}
    assert index.aggregate(Sum("l"), query=TermQuery("tag", "a")) == {"sum": 1200}


@test("avg", "of numbers")
def _(t):
    index = shared_index(t, NUMBERS)
    assert index.aggregate(Avg("l"), Avg("d", name="d")) == {"avg": 49.5, "d": 24.75}


@test("count", "of values, not of rows")
def _(t):
    index = shared_index(t, NUMBERS)
    counted = index.aggregate(*[Count(name, name=name) for name in ("l", "b", "k", "g", "odd")])
    assert counted == {"l": 100, "b": 100, "k": 100, "g": 100, "odd": 50}


@test("distinct count", "of each type")
def _(t):
    index = shared_index(t, NUMBERS)
    names = ("l", "d", "b", "tag", "odd_tag", "ka")
    counted = index.aggregate(*[DistinctCount(name, name=name) for name in names])
    assert counted == {"l": 100, "d": 100, "b": 2, "tag": 4, "odd_tag": 5, "ka": 4}


@test("percentiles", "in the field's type, ascending")
def _(t):
    index = shared_index(t, NUMBERS)
    of = index.aggregate(
        Percentiles("l", [90, 50], name="l"),
        Percentiles("d", [50.0], name="d"),
        Percentiles("la", [50, 90], name="la"),
    )
    assert items(of["l"]) == [(50, 49), (90, 89)]
    assert items(of["d"]) == [(50, 24.75)]
    assert items(of["la"]) == [(50, 0), (90, 79)]


@test("percentiles", "are interpolated between the two nearest ranks")
def _(t):
    index = shared_index(t, NUMBERS)
    of = index.aggregate(
        Percentiles("l", [20, 60], name="l"),
        Percentiles("d", [20, 60], name="d"),
        query=RangeQuery("l", 0, 15),
    )
    assert items(of["l"]) == [(20, 2), (60, 8)]
    assert items(of["d"]) == [(20, 1.4), (60, 4.2)]


@test("percentiles", "of dates are in milliseconds")
def _(t):
    index = shared_index(t, NUMBERS)
    one = index.aggregate(Percentiles("day", [50]), query=TermQuery("l", 28))
    assert items(one["percentiles"]) == [(50, 1_706_486_400_000)]


@test("top rows", "the first of a sort, in the columns asked for")
def _(t):
    index = shared_index(t, LARGE)
    top = TopRows(2, Sort([FieldSort("l", SortOrder.DESC), PrimaryKeySort(SortOrder.DESC)]), "top")
    response = index.search(limit=0, aggs=[top], columns=these("w"))
    [result] = response.agg_results
    assert result.name == "top"
    rows = [(key[0][1], [(name, value) for name, value, _ in cells]) for key, cells in result.value]
    assert rows == [("a", [("w", "x")]), ("c", [("w", "y")])]


@test("missing values", "count as the given value, or not at all")
def _(t):
    index = shared_index(t, NUMBERS)
    assert index.aggregate(
        Avg("odd", name="without"),
        Avg("odd", 0, name="avg"),
        Sum("odd", 1, name="sum"),
        Min("odd", -5, name="min"),
        Max("odd", 1000, name="max"),
        DistinctCount("odd_tag", "none", name="distinct"),
    ) == {"without": 50, "avg": 25, "sum": 2550, "min": -5, "max": 1000, "distinct": 6}


@test("arrays", "count all their values")
def _(t):
    index = shared_index(t, NUMBERS)
    assert index.aggregate(
        Sum("la"), Avg("la"), Min("la"), Max("la"), Count("la"), Count("ka", name="ka")
    ) == {"sum": 4850, "avg": 24.25, "min": -1, "max": 99, "count": 200, "ka": 200}


@test("nested fields", "by their path")
def _(t):
    index = shared_index(t, NESTED)
    found = index.aggregate(
        Max("tags.score"), Count("tags.name"), DistinctCount("tags.name"), Sum("books.parts.pages")
    )
    assert found == {"max": 0.9, "count": 5, "distinct_count": 2, "sum": 56}


@test("64-bit integers", "are added exactly")
def _(t):
    index = shared_index(t, LARGE)
    assert index.aggregate(Sum("l"), Max("l")) == {"sum": 2**53 + 2, "max": 2**53}
    found = index.aggregate(Min("edge"), Max("edge"), DistinctCount("edge"))
    assert found == {"min": float(LONG_MIN), "max": float(LONG_MAX), "distinct_count": 2}
    two = index.aggregate(Sum("edge"), query=TermQuery("w", "x"))
    assert two == {"sum": -1}


@test("several at once", "keep the order asked for")
def _(t):
    index = shared_index(t, NUMBERS)
    aggs = [Max("l"), Avg("l"), Min("l"), Sum("l"), Count("l"), DistinctCount("l")]
    aggs += [Percentiles("l", [50]), Max("d", name="last")]
    response = index.search(limit=1, aggs=aggs)
    names = [result.name for result in response.agg_results]
    assert names == [agg.name for agg in aggs]
    assert len(response.rows) == 1


@test("with a query", "that matches no rows")
def _(t):
    index = shared_index(t, NUMBERS)
    found = index.aggregate(Sum("l"), Count("l"), DistinctCount("l"), query=TermQuery("l", -1))
    assert found == {"sum": 0, "count": 0, "distinct_count": 0}


@test("wrong aggregations", "have their own errors")
def _(t):
    index = shared_index(t, NUMBERS)
    for agg, text in (
        (Avg("x"), "[avg agg] field: x does not exist"),
        (Max("x"), "[max agg] field: x does not exist"),
        (Min("x"), "[min agg] field: x does not exist"),
        (Sum("x"), "[sum agg] field: x does not exist"),
        (Count("x"), "[count agg] field: x does not exist"),
        (DistinctCount("x"), "[distinct count agg] field: x does not exist"),
        (Sum("b"), "[sum agg] field_name:b type:boolean is invalid, allow [long, double]"),
        (Avg("k"), "[avg agg] field_name:k type:keyword is invalid, allow [long, double]"),
        (Max("g"), "[max agg] field_name:g type:geo_point is invalid, allow [long, double]"),
    ):
        index.refuses(None, text, aggs=[agg])


@test("wrong aggregations", "of unsupported types")
def _(t):
    index = shared_index(t, NUMBERS)
    for agg in (Count("t"), DistinctCount("t"), Percentiles("k", [50]), Percentiles("g", [50])):
        index.refuses(None, aggs=[agg])


@test("names", "are required, and unique in their level")
def _(t):
    index = shared_index(t, NUMBERS)
    index.refuses(None, aggs=[Max("l", name="")])
    index.refuses(None, aggs=[Max("l", name="same"), Min("l", name="same")])


@test("limits", "of percents and top rows")
def _(t):
    index = shared_index(t, NUMBERS)
    for agg in (
        Percentiles("l", [-1]),
        Percentiles("l", [0]),
        Percentiles("l", [101]),
        Percentiles("l", []),
        TopRows(10_000, None, "top"),
    ):
        index.refuses(None, aggs=[agg])
