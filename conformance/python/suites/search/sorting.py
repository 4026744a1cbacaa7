from tablestore import (
    ExistsQuery,
    FieldSort,
    FieldType,
    GeoDistanceSort,
    GeoDistanceType,
    MatchQuery,
    PrimaryKeySort,
    RangeQuery,
    Row,
    ScoreSort,
    Sort,
    SortMode,
    SortOrder,
    TermQuery,
)

from harness import NUMBERED, tests_of
from search_index import Index, Fixture, field, keys_of, shared_index, own_index, schema

from .fixtures import EVERY_TYPE, NUMBERS

test, TESTS = tests_of("Sorting of hits")
ASC, DESC = SortOrder.ASC, SortOrder.DESC
MIN, MAX, AVG = SortMode.MIN, SortMode.MAX, SortMode.AVG

SORTED = Fixture(
    "sorted",
    (
        field("n", FieldType.LONG),
        field("array", FieldType.LONG, is_array=True),
        field("w", FieldType.KEYWORD),
        field("t", FieldType.TEXT),
        field("at", FieldType.GEOPOINT),
        field("several", FieldType.GEOPOINT, is_array=True),
    ),
    {
        "a": {"n": 3, "array": "[5,1]", "w": "x", "at": "0,3", "several": '["0,3","0,9"]'},
        "b": {"n": 1, "array": "[2,9]", "w": "y", "at": "0,1", "several": '["0,1","0,4"]'},
        "c": {"n": 2, "array": "[4]", "w": "x", "at": "0,2", "several": '["0,5"]', "t": "one two"},
        "d": {"t": "one"},
        "e": {"n": 1, "w": "z", "at": "0,4"},
    },
)


def order(t, *sorters, query=None):
    return shared_index(t, SORTED).found(query, sort=list(sorters))


@test("by primary key", "ascending by default, descending on request")
def _(t):
    assert shared_index(t, SORTED).found() == "a b c d e"
    assert order(t, PrimaryKeySort()) == "a b c d e"
    assert order(t, PrimaryKeySort(DESC)) == "e d c b a"


@test("by primary key", "of several columns")
def _(t):
    table = t.own_table(NUMBERED)
    numbers = [("a", -5), ("a", 7), ("b", 2), ("a", 10)]
    for pk, n in numbers:
        t.client.put_row(table, Row([("pk", pk), ("n", n)], [("x", "y")]))
    fields = [field("n", FieldType.LONG), field("x", FieldType.KEYWORD)]
    t.client.create_search_index(table, "index", schema(fields))
    index = Index(t.client, table, "index").wait(4)

    def order_of(query=None, *sorters):
        rows = index.search(query, sort=list(sorters)).rows
        return [(key[0][1], key[1][1]) for key, _ in rows]

    assert order_of() == sorted(numbers)
    assert order_of(None, PrimaryKeySort(DESC)) == sorted(numbers, reverse=True)
    assert order_of(RangeQuery("n", 2), FieldSort("n")) == [("b", 2), ("a", 7), ("a", 10)]


@test("by fields", "in both orders; equal rows by their keys")
def _(t):
    assert order(t, FieldSort("n")) == "b e c a d"
    assert order(t, FieldSort("n", ASC)) == "b e c a d"
    assert order(t, FieldSort("n", DESC)) == "a c b e d"
    assert order(t, FieldSort("w", DESC)) == "e b a c d"


@test("missing values", "are last in both orders")
def _(t):
    assert order(t, FieldSort("array", ASC)).endswith("d e")
    assert order(t, FieldSort("array", DESC)).endswith("d e")


@test("several sorters", "apply one after the other")
def _(t):
    assert order(t, FieldSort("w"), FieldSort("n")) == "c a b e d"
    assert order(t, FieldSort("w", DESC), FieldSort("n", DESC)) == "e b a c d"
    assert order(t, FieldSort("n"), PrimaryKeySort(DESC)) == "e b c a d"


@test("mode of arrays", "minimum, maximum or average")
def _(t):
    query = ExistsQuery("array")
    for sorter, wanted in (
        (FieldSort("array", ASC), "a b c"),
        (FieldSort("array", DESC), "b a c"),
        (FieldSort("array", ASC, MIN), "a b c"),
        (FieldSort("array", ASC, MAX), "c a b"),
        (FieldSort("array", ASC, AVG), "a c b"),
        (FieldSort("array", DESC, MIN), "c b a"),
    ):
        assert order(t, sorter, query=query) == wanted, wanted


@test("by geo distance", "from one point or the nearest of several")
def _(t):
    origin = ["0,0"]
    assert order(t, GeoDistanceSort("at", origin, ASC)) == "b c a e d"
    assert order(t, GeoDistanceSort("at", origin, DESC)) == "e a c b d"
    plane = GeoDistanceSort("at", origin, ASC, geo_distance_type=GeoDistanceType.PLANE)
    assert order(t, plane) == "b c a e d"
    assert order(t, GeoDistanceSort("at", ["0,0", "0,4.5"], ASC, MIN)) == "e b a c d"
    query = ExistsQuery("several")
    assert order(t, GeoDistanceSort("several", origin, ASC, MIN), query=query) == "b a c"
    assert order(t, GeoDistanceSort("several", origin, ASC, MAX), query=query) == "b c a"


@test("by score", "both ways")
def _(t):
    query = MatchQuery("t", "one two")
    assert order(t, ScoreSort(), query=query) == "c d"
    assert order(t, ScoreSort(ASC), query=query) == "d c"
    assert order(t, query=MatchQuery("t", "one")) == "c d"


@test("index sort", "is the default order")
def _(t):
    index = own_index(t, SORTED, index_sort=Sort([FieldSort("n", DESC)]))
    assert index.found() == "a c b e d"
    assert index.found(TermQuery("w", "x"), sort=[FieldSort("n", ASC)]) == "c a"
    meta, _ = index.client.describe_search_index(index.table, index.name)
    assert [(s.field_name, s.sort_order) for s in meta.index_sort.sorters] == [("n", DESC)]


def paged(index, *sorters, query=None):
    """All keys, seven to a page; the token carries the sort."""
    page = index.search(query, sort=list(sorters), limit=7)
    found = keys_of(page.rows).split()
    while page.next_token:
        page = index.search(query, limit=7, next_token=page.next_token)
        found += keys_of(page.rows).split()
    return [int(key) for key in found]


@test("several sorters", "pages by token are complete")
def _(t):
    index = shared_index(t, NUMBERS)
    numbers, down = list(range(100)), list(range(99, -1, -1))
    by_tag = [n for rest in (3, 2, 1, 0) for n in down if n % 4 == rest]
    assert paged(index, FieldSort("tag", DESC), FieldSort("l", DESC)) == by_tag
    odd_first = [*numbers[1::2], *numbers[::2]]
    assert paged(index, FieldSort("odd")) == odd_first
    assert paged(index, FieldSort("b")) == odd_first
    assert paged(index, FieldSort("day", DESC)) == down
    assert paged(index, GeoDistanceSort("g", ["0,1"], ASC)) == down
    assert paged(index, PrimaryKeySort(DESC)) == down
    single = MatchQuery("t", "this 50")
    assert paged(index, ScoreSort(), query=single) == [50, *numbers[:50], *numbers[51:]]


@test("wrong sorters", "are refused")
def _(t):
    index = shared_index(t, NUMBERS)
    for sorter in (
        FieldSort("t"),
        FieldSort("unknown"),
        FieldSort("g"),
        GeoDistanceSort("l", ["0,0"]),
        GeoDistanceSort("g", []),
        GeoDistanceSort("g", ["91,0"]),
    ):
        index.refuses(None, sort=[sorter])
    shared_index(t, EVERY_TYPE).refuses(None, sort=[FieldSort("text")])
