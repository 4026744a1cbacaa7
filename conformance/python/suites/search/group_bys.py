from math import inf

from tablestore import (
    Avg,
    Count,
    FieldRange,
    FieldSort,
    GeoPoint,
    GroupByField,
    GroupByFilter,
    GroupByGeoDistance,
    GroupByHistogram,
    GroupByRange,
    GroupKeySort,
    MatchAllQuery,
    Max,
    BoolQuery,
    RangeQuery,
    RowCountSort,
    Sort,
    SortOrder,
    SubAggSort,
    Sum,
    TermQuery,
    TopRows,
)

from harness import tests_of
from search_index import keys_of, shared_index

from .fixtures import NESTED, NUMBERS

test, TESTS = tests_of("Group-bys")
ASC, DESC = SortOrder.ASC, SortOrder.DESC


def counts(items):
    return [(item.key, item.row_count) for item in items]


def ranges(items):
    return [(item.range_from, item.range_to, item.row_count) for item in items]


def bars(items):
    return [(item.key, item.value) for item in items]


def values(item):
    return {result.name: result.value for result in item.sub_aggs}


@test("field", "the largest groups first, then by key; keys are text")
def _(t):
    index = shared_index(t, NUMBERS)
    quarters = [("a", 25), ("b", 25), ("c", 25), ("d", 25)]
    assert counts(index.groups(GroupByField("tag"))) == quarters
    assert counts(index.groups(GroupByField("tag", group_by_sort=[]))) == quarters
    assert counts(index.groups(GroupByField("ka"))) == [
        ("x", 100),
        ("k0", 34),
        ("k1", 33),
        ("k2", 33),
    ]
    assert counts(index.groups(GroupByField("b"))) == [("false", 50), ("true", 50)]
    few = RangeQuery("l", 8, 11)
    assert counts(index.groups(GroupByField("l"), few)) == [("8", 1), ("9", 1), ("10", 1)]
    assert len(index.groups(GroupByField("k"))) == 10
    assert counts(index.groups(GroupByField("k", 2))) == [("key00", 1), ("key01", 1)]


@test("field", "leaves out rows without a value")
def _(t):
    index = shared_index(t, NUMBERS)
    found = counts(index.groups(GroupByField("odd_tag")))
    assert found == [(f"o{n}", 10) for n in range(5)]


@test("sorting", "by key, by count and by an aggregation")
def _(t):
    index = shared_index(t, NUMBERS)

    def keys(name, sorters, size=10, sub_aggs=()):
        group_by = GroupByField(name, size, sorters, list(sub_aggs))
        return " ".join(item.key for item in index.groups(group_by))

    assert keys("tag", [GroupKeySort(DESC)]) == "d c b a"
    assert keys("ka", [RowCountSort(ASC)]) == "k1 k2 k0 x"
    assert keys("ka", [RowCountSort(DESC), GroupKeySort(DESC)]) == "x k0 k2 k1"
    assert keys("tag", [SubAggSort(DESC, "s")], sub_aggs=[Sum("l", name="s")]) == "d c b a"
    assert keys("tag", [SubAggSort(ASC, "s")], 2, [Sum("l", name="s")]) == "a b"
    assert keys("l", [GroupKeySort(DESC)], 3) == "99 98 97"


@test("range", "ordered by lower bound; empty, open and overlapping ranges too")
def _(t):
    index = shared_index(t, NUMBERS)
    three = GroupByRange("l", [(50, inf), (-inf, 10), (10, 50)])
    assert ranges(index.groups(three)) == [(-inf, 10, 10), (10, 50, 40), (50, inf, 50)]
    gaps = GroupByRange("d", [(0, 10), (5, 15), (1000, 2000)])
    assert ranges(index.groups(gaps)) == [(0, 10, 20), (5, 15, 20), (1000, 2000, 0)]
    arrays = GroupByRange("la", [(0, 10), (11, 25)])
    assert ranges(index.groups(arrays)) == [(0, 10, 10), (11, 25, 14)]


@test("filter", "in the order of the request")
def _(t):
    index = shared_index(t, NUMBERS)
    filters = [TermQuery("tag", "b"), MatchAllQuery(), RangeQuery("l", 0, 10), TermQuery("l", -1)]
    items = index.groups(GroupByFilter(filters, [Sum("l")]))
    assert [(item.row_count, values(item)["sum"]) for item in items] == [
        (25, 1225),
        (100, 4950),
        (10, 45),
        (0, 0),
    ]


@test("geo distance", "rings around a point")
def _(t):
    index = shared_index(t, NUMBERS)
    rings = [(-inf, 10_000), (10_000, 50_000), (50_000, inf)]
    items = index.groups(GroupByGeoDistance("g", GeoPoint(0, 0), rings, [Max("l")]))
    assert ranges(items) == [(0, 10_000, 9), (10_000, 50_000, 36), (50_000, inf, 55)]
    assert [values(item)["max"] for item in items] == [8, 44, 99]


@test("histogram", "buckets of equal width in the field's type")
def _(t):
    index = shared_index(t, NUMBERS)
    items = index.groups(GroupByHistogram("l", 10, FieldRange(0, 99)))
    assert bars(items) == [(n, 10) for n in range(0, 100, 10)]
    assert all(isinstance(item.key, int) for item in items)
    items = index.groups(GroupByHistogram("d", 12.5, FieldRange(0.0, 49.5)))
    assert bars(items) == [(0.0, 25), (12.5, 25), (25.0, 25), (37.5, 25)]
    assert all(isinstance(item.key, float) for item in items)


@test("histogram", "the range bounds the buckets")
def _(t):
    index = shared_index(t, NUMBERS)
    items = index.groups(GroupByHistogram("l", 3, FieldRange(2, 10)))
    assert bars(items) == [(3, 3), (6, 3), (9, 3)]


@test("minimum count", "keeps empty buckets or leaves out small ones")
def _(t):
    index = shared_index(t, NUMBERS)
    ends = BoolQuery(should_queries=[RangeQuery("l", 0, 10), RangeQuery("l", 35, 40)])

    def found(minimum):
        return bars(index.groups(GroupByHistogram("l", 10, FieldRange(0, 39), None, minimum), ends))

    assert found(0) == [(0, 10), (10, 0), (20, 0), (30, 5)]
    assert found(None) == [(0, 10), (30, 5)]
    assert found(6) == [(0, 10)]


@test("histogram", "rows without a value may count as a given one")
def _(t):
    index = shared_index(t, NUMBERS)
    items = index.groups(GroupByHistogram("odd", 50, FieldRange(0, 99), 0))
    assert bars(items) == [(0, 75), (50, 25)]


@test("aggregations inside", "each kind, top rows included")
def _(t):
    index = shared_index(t, NUMBERS)
    top = TopRows(1, Sort([FieldSort("l", DESC)]), "top")
    group_by = GroupByField("tag", sub_aggs=[Avg("l"), Count("odd"), top])
    items = index.groups(group_by)
    assert [(values(item)["avg"], values(item)["count"]) for item in items] == [
        (48, 0),
        (49, 25),
        (50, 0),
        (51, 25),
    ]
    assert [keys_of(values(item)["top"]) for item in items] == ["96", "97", "98", "99"]


@test("three deep", "groups inside groups")
def _(t):
    index = shared_index(t, NUMBERS)
    deepest = GroupByFilter([TermQuery("odd_tag", "o0")], [Sum("l")])
    halves = GroupByRange("l", [(0, 50), (50, 100)], [Max("l")], [deepest])
    items = index.groups(GroupByField("tag", sub_group_bys=[halves], sub_aggs=[Sum("d")]))
    assert counts(items) == [("a", 25), ("b", 25), ("c", 25), ("d", 25)]
    b = items[1]
    assert values(b) == {"sum": 612.5}
    low, high = b.sub_group_bys[0].items
    assert (low.row_count, values(low)) == (13, {"max": 49})
    assert (high.row_count, values(high)) == (12, {"max": 97})
    # 5, 25 and 45 are odd, 1 modulo 4 and 0 modulo 5.
    [only] = low.sub_group_bys[0].items
    assert (only.row_count, values(only)) == (3, {"sum": 75})
    assert (only.sub_group_bys, items[0].sub_group_bys[0].name) == ([], "group_by_range")


@test("limits", "three levels, five group-bys and eight aggregations on one level")
def _(t):
    index = shared_index(t, NUMBERS)

    def chain(depth):
        inner = [chain(depth - 1)] if depth > 1 else []
        return GroupByField("tag", sub_group_bys=inner)

    assert len(index.groups(chain(3))) == 4
    index.refuses(None, group_bys=[chain(4)])
    five = [GroupByField("tag", name=f"g{n}") for n in range(5)]
    eight = [Max("l", name=f"a{n}") for n in range(8)]
    response = index.search(limit=0, group_bys=five, aggs=eight)
    assert [result.name for result in response.group_by_results] == ["g0", "g1", "g2", "g3", "g4"]
    assert len(response.agg_results) == 8


@test("nested fields", "by their path, but not one inside another")
def _(t):
    index = shared_index(t, NESTED)
    assert counts(index.groups(GroupByField("tags.name"))) == [("sun", 3), ("sea", 2)]
    shining = GroupByRange("tags.score", [(0, 0.5), (0.5, 1)])
    assert ranges(index.groups(shining)) == [(0, 0.5, 2), (0.5, 1, 3)]
    index.refuses(
        None,
        "nested field aggregation/groupby must not be recursive.",
        group_bys=[GroupByField("tags.name", sub_aggs=[Max("tags.score")])],
    )


@test("names", "are required, and unique in their level")
def _(t):
    index = shared_index(t, NUMBERS)
    index.refuses(None, group_bys=[GroupByField("tag", name="")])
    same = [GroupByField("tag", name="same"), GroupByField("b", name="same")]
    index.refuses(None, group_bys=same)
    below = GroupByField("tag", name="same", sub_group_bys=[GroupByField("b", name="same")])
    assert len(index.groups(below)) == 4


@test("limits", "of groups, filters and ranges")
def _(t):
    index = shared_index(t, NUMBERS)
    hundred = [(n, n + 1) for n in range(100)]
    assert len(index.groups(GroupByField("k", 2000))) == 100
    assert len(index.groups(GroupByRange("l", hundred))) == 100
    assert len(index.groups(GroupByFilter([MatchAllQuery()] * 10))) == 10
    for group_by in (
        GroupByField("tag", 0),
        GroupByField("tag", 2001),
        GroupByRange("l", [*hundred, (100, 101)]),
        GroupByFilter([MatchAllQuery()] * 11),
        GroupByGeoDistance("g", GeoPoint(0, 0), hundred[:11]),
        GroupByHistogram("l", 1, FieldRange(0, 3000)),
    ):
        index.refuses(None, group_bys=[group_by])


@test("wrong group-bys", "are refused")
def _(t):
    index = shared_index(t, NUMBERS)
    for group_by in (
        GroupByField("unknown"),
        GroupByField("t"),
        GroupByField("tag", group_by_sort=[SubAggSort(ASC, "unknown")]),
        GroupByRange("tag", [(0, 1)]),
        GroupByRange("l", []),
        GroupByFilter([]),
        GroupByGeoDistance("l", GeoPoint(0, 0), [(0, 1)]),
        GroupByGeoDistance("g", GeoPoint(91, 0), [(0, 1)]),
        GroupByHistogram("k", 1, FieldRange(0, 9)),
        GroupByHistogram("l", 0, FieldRange(0, 9)),
        GroupByHistogram("l", 1, FieldRange(9, 0)),
    ):
        index.refuses(None, group_bys=[group_by])
