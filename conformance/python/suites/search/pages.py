from base64 import b64decode, b64encode

from tablestore import Row, TermQuery

from harness import PLAIN, invalid, refused, tests_of
from search_index import (
    ALL,
    ALL_FROM_INDEX,
    NONE,
    Index,
    Fixture,
    columns_of,
    field,
    keys_of,
    shared_index,
    own_index,
    schema,
    these,
)
from tablestore import FieldType

from .fixtures import NUMBERS

test, TESTS = tests_of("Search")

CITIES = Fixture(
    "cities",
    (field("city", FieldType.KEYWORD), field("n", FieldType.LONG)),
    {
        "a": {"city": "Hangzhou", "n": 1, "plain": "beside"},
        "b": {"city": "Beijing", "n": 2, "blob": bytearray(b"\x00\xff")},
    },
)


@test("columns to get", "all, specified, none and all from the index")
def _(t):
    index = shared_index(t, CITIES)
    query = TermQuery("city", "Hangzhou")

    def names(columns):
        [row] = index.search(query, columns=columns).rows
        assert row[0] == [("pk", "a")]
        return list(columns_of(row))

    assert names(ALL) == ["city", "n", "plain"]
    assert names(ALL_FROM_INDEX) == ["city", "n"]
    assert names(these("plain", "city", "absent")) == ["city", "plain"]
    assert names(NONE) == []
    assert names(None) == []


@test("columns to get", "keep their types")
def _(t):
    [row] = shared_index(t, CITIES).search(TermQuery("n", 2), columns=ALL).rows
    assert columns_of(row) == {"blob": bytearray(b"\x00\xff"), "city": "Beijing", "n": 2}


@test("changes of rows", "are followed")
def _(t):
    index = own_index(t, CITIES)
    t.client.update_row(index.table, Row([("pk", "a")], {"PUT": [("city", "Suzhou")]}), None)
    index.wait(1, TermQuery("city", "Suzhou"))
    index.finds(TermQuery("city", "Hangzhou"), "")
    index.finds(TermQuery("n", 1), "a")
    t.client.update_row(index.table, Row([("pk", "a")], {"DELETE_ALL": ["n"]}), None)
    index.wait(0, TermQuery("n", 1))
    t.client.delete_row(index.table, [("pk", "b")])
    index.wait(1)
    assert index.found() == "a"


@test("changes of rows", "counters and rows that are written again are followed too")
def _(t):
    index = own_index(t, CITIES)
    add = {"INCREMENT": [("n", 40)]}
    t.client.update_row(index.table, Row([("pk", "a")], add), None)
    index.wait(1, TermQuery("n", 41))
    t.client.delete_row(index.table, [("pk", "b")])
    t.client.put_row(index.table, Row([("pk", "b")], [("city", "Xi’an")]))
    index.wait(1, TermQuery("city", "Xi’an"))
    index.finds(TermQuery("n", 2), "")
    assert index.found() == "a b"


@test("total count", "is exact, or left out")
def _(t):
    index = shared_index(t, NUMBERS)
    assert index.search(limit=1).total_count == 100
    assert index.search(TermQuery("tag", "a"), limit=0).total_count == 25
    assert index.search(limit=1, get_total_count=False).total_count == -1


@test("pages by token", "return every row once, in the order of keys")
def _(t):
    index = shared_index(t, NUMBERS)
    found, token, pages = [], None, 0
    while True:
        rows, token, total, complete, aggs, group_bys, _ = index.search(limit=30, next_token=token)
        assert (total, complete, aggs, group_bys) == (100, True, [], [])
        found += keys_of(rows).split()
        pages += 1
        if not token:
            break
    assert found == sorted(NUMBERS.rows)
    assert pages == 4


@test("pages by token", "tokens can be kept as text and used again")
def _(t):
    index = shared_index(t, NUMBERS)
    token = index.search(limit=97).next_token
    kept = b64encode(token).decode("ascii")
    for _ in range(2):
        assert index.found(next_token=b64decode(kept)) == "97 98 99"
    full = index.search(limit=3, next_token=token)
    assert keys_of(full.rows) == "97 98 99"
    assert full.next_token
    last = index.search(limit=3, next_token=full.next_token)
    assert (last.rows, last.next_token) == ([], b"")


@test("malformed tokens", "are refused")
def _(t):
    index = shared_index(t, NUMBERS)
    index.refuses(None, next_token=b"not a token")


@test("pages by offset", "start at the offset")
def _(t):
    index = shared_index(t, NUMBERS)
    assert index.found(offset=97, limit=2) == "97 98"
    assert index.found(offset=98, limit=100) == "98 99"
    assert index.found(offset=200) == ""
    assert len(index.search(limit=None).rows) == 10


@test("page limits", "are larger for columns of the index")
def _(t):
    index = shared_index(t, NUMBERS)
    assert len(index.search(columns=ALL, limit=100).rows) == 100
    assert len(index.search(columns=NONE, limit=1000).rows) == 100
    index.refuses(None, columns=ALL, limit=101)
    index.refuses(None, columns=NONE, limit=1001)
    text = "Parameter limit + offset must be less than 100000, current offset is 99999, limit is 2"
    index.refuses(None, text, offset=99_999, limit=2)
    index.refuses(None, offset=-1)
    index.refuses(None, limit=-1)


@test("routing values", "choose among partitions and filter nothing")
def _(t):
    index = own_index(t, CITIES, routing=["pk"])
    assert index.search(routing=[[("pk", "a")]]).total_count == 2


@test("wrong fields", "are refused")
def _(t):
    index = shared_index(t, NUMBERS)
    index.refuses(TermQuery("missing", "a"))
    index.refuses(TermQuery("", "a"))


@test("rows of many bytes", "are returned whole")
def _(t):
    table = t.own_table(PLAIN)
    t.client.create_search_index(table, "index", schema(CITIES.fields))
    big = "x" * 1_000_000
    t.client.put_row(table, Row([("pk", "big")], [("city", "Big"), ("plain", big)]))
    [row] = Index(t.client, table, "index").wait(1).search(columns=ALL).rows
    assert columns_of(row) == {"city": "Big", "plain": big}


@test("missing index and table", "have different errors")
def _(t):
    index = shared_index(t, CITIES)
    missing = Index(t.client, index.table, "missing")
    text = "search index [missing] does not exist"
    refused(missing.search, 404, "OTSObjectNotExist", text)
    name = t.table_name()
    nowhere = Index(t.client, name, "missing")
    invalid(nowhere.search, f"table [{name}] does not exist")
