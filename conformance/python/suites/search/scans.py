from tablestore import MatchAllQuery, ScanQuery, TermQuery

from harness import invalid, refused, tests_of
from search_index import ALL, ALL_FROM_INDEX, NONE, columns_of, keys_of, shared_index, these

from .fixtures import NUMBERS
from .pages import CITIES

splits, SPLITTING = tests_of("ComputeSplits")
test, SCANNING = tests_of("ParallelScan")


def session_of(index):
    return index.client.compute_splits(index.table, index.name).session_id


def scan(index, session, query=None, columns=NONE, limit=2000, token=None, part=0, parts=1):
    asked = ScanQuery(
        MatchAllQuery() if query is None else query, limit, token, part, parts, alive_time=30
    )
    return index.client.parallel_scan(index.table, index.name, asked, session, columns)


def pages(index, session, limit, query=None):
    """The keys of each page, to the page without a token."""
    found, token = [], None
    while True:
        rows, token = scan(index, session, query, limit=limit, token=token)
        found.append(keys_of(rows).split())
        if not token:
            return found


@splits("session and splits", "of a small index; the session is text")
def _(t):
    index = shared_index(t, NUMBERS)
    session, size = t.client.compute_splits(index.table, index.name)
    assert (type(session), size) == (str, 1)
    assert session


@splits("missing index and table", "have their own errors")
def _(t):
    index = shared_index(t, NUMBERS)
    call = t.client.compute_splits
    text = "search index [not_exist] does not exist"
    refused(lambda: call(index.table, "not_exist"), 400, "OTSMetaNotMatch", text)
    name = t.table_name()
    invalid(lambda: call(name, "not_exist"), f"table [{name}] does not exist")
    text = "[search index splits options] must not be null"
    invalid(lambda: call(index.table, None), text)


@test("pages", "end one page after the last row")
def _(t):
    index = shared_index(t, NUMBERS)
    found = pages(index, session_of(index), 70)
    assert [len(page) for page in found] == [70, 30, 0]
    assert sorted(sum(found, [])) == sorted(NUMBERS.rows)


@test("without a session", "returns every row")
def _(t):
    found = pages(shared_index(t, NUMBERS), None, 33)
    assert sorted(sum(found, [])) == sorted(NUMBERS.rows)


@test("query", "chooses rows")
def _(t):
    index = shared_index(t, NUMBERS)
    found = sum(pages(index, session_of(index), 10, TermQuery("tag", "b")), [])
    assert sorted(found) == [f"{n:02d}" for n in range(1, 100, 4)]


@test("columns to get", "come from the index alone")
def _(t):
    index = shared_index(t, CITIES)
    session = session_of(index)

    def names(columns):
        rows, _ = scan(index, session, TermQuery("n", 1), columns)
        return [list(columns_of(row)) for row in rows]

    assert names(NONE) == [[]]
    assert names(ALL_FROM_INDEX) == [["city", "n"]]
    assert names(these("city")) == [["city"]]
    invalid(lambda: names(ALL))


@test("parts", "that do not exist are refused")
def _(t):
    index = shared_index(t, NUMBERS)
    session = session_of(index)
    invalid(
        lambda: scan(index, session, part=101),
        "[parallel_scan.current_parallel_id] must in [0, max_parallel), current max_parallel is 1, "
        "current_parallel_id is 101",
    )
    invalid(
        lambda: scan(index, session, parts=2),
        "[parallel_scan.max_parallel_id] must in (0 ,1], current max_parallel_id is 2",
    )


@test("limits", "of a page")
def _(t):
    index = shared_index(t, NUMBERS)
    assert len(scan(index, None, limit=2000).rows) == 100
    invalid(lambda: scan(index, None, limit=2001))


@test("session", "that does not exist is refused")
def _(t):
    index = shared_index(t, NUMBERS)
    text = "ScanQuery'session is expired, please retry ComputeSplitsRequest and ScanQuery."
    refused(lambda: scan(index, "none"), 400, "OTSSessionExpired", text)


TESTS = SPLITTING + SCANNING
