from tablestore import (
    BoolQuery,
    DocSort,
    ExistsQuery,
    FieldSort,
    FieldValueFactor,
    FunctionScoreQuery,
    Highlight,
    HighlightParameter,
    InnerHits,
    MatchPhraseQuery,
    MatchQuery,
    NestedFilter,
    NestedQuery,
    PrimaryKeySort,
    RangeQuery,
    ScoreMode,
    Sort,
    SortOrder,
    TermQuery,
    TermsQuery,
)

from harness import tests_of
from search_index import shared_index

from .fixtures import NESTED

fields_test, FIELD_TESTS = tests_of("Search fields")
test, QUERY_TESTS = tests_of("Queries")
score_test, SCORE_TESTS = tests_of("Scores")
sort_test, SORT_TESTS = tests_of("Sorting of hits")
look_test, LOOK_TESTS = tests_of("Collapse and highlight")
by_key = {"sort": [PrimaryKeySort()]}


def name(value):
    return TermQuery("tags.name", value)


def all_of(*queries):
    return BoolQuery(must_queries=list(queries))


def part(word, *more):
    return NestedQuery("books.parts", all_of(TermQuery("books.parts.word", word), *more))


def inner(hit):
    """(position in its array, …) of the inner hits of one row."""
    return [child.nested_doc_offset for child in hit.search_inner_hits[0].search_hits]


@fields_test("NESTED", "an array of objects that may be empty or absent")
def _(t):
    index = shared_index(t, NESTED)
    assert index.search(limit=0).total_count == 5
    index.finds(NestedQuery("tags", ExistsQuery("tags.name")), "a b c", **by_key)
    without = BoolQuery(must_not_queries=[NestedQuery("tags", ExistsQuery("tags.name"))])
    index.finds(without, "d e", **by_key)
    index.refuses(name("sun"))


@fields_test("NESTED", "beside plain fields")
def _(t):
    index = shared_index(t, NESTED)
    index.finds(all_of(NestedQuery("tags", name("sun")), TermQuery("city", "x")), "a c", **by_key)


@test("nested", "all conditions apply to the same child")
def _(t):
    index = shared_index(t, NESTED)
    bright = RangeQuery("tags.score", 0.4)
    index.finds(NestedQuery("tags", all_of(name("sun"), bright)), "a b", **by_key)
    apart = all_of(NestedQuery("tags", name("sun")), NestedQuery("tags", bright))
    index.finds(apart, "a b c", **by_key)
    index.finds(NestedQuery("tags", TermsQuery("tags.name", ["sea", "no"])), "a c", **by_key)
    index.finds(NestedQuery("tags", MatchQuery("tags.note", "WARM")), "a c", **by_key)
    index.finds(NestedQuery("tags", MatchPhraseQuery("tags.note", "second sun")), "b", **by_key)


@test("nested", "two levels deep")
def _(t):
    index = shared_index(t, NESTED)
    index.finds(part("red", RangeQuery("books.parts.pages", 10)), "a", **by_key)
    index.finds(part("blue", RangeQuery("books.parts.pages", 25)), "", **by_key)
    title = TermQuery("books.title", "one")
    index.finds(NestedQuery("books", title), "a b", **by_key)
    index.finds(NestedQuery("books", all_of(title, part("red"))), "a", **by_key)
    two = all_of(TermQuery("books.title", "two"), part("blue"))
    index.finds(NestedQuery("books", two), "", **by_key)


@score_test("nested score modes", "combine the scores of children")
def _(t):
    index = shared_index(t, NESTED)
    child = FunctionScoreQuery(ExistsQuery("tags.name"), FieldValueFactor("tags.score"))
    for mode, wanted in (
        (ScoreMode.AVG, {"a": 0.55, "b": 0.5, "c": 0.45}),
        (ScoreMode.MAX, {"a": 0.9, "c": 0.8, "b": 0.5}),
        (ScoreMode.MIN, {"b": 0.5, "a": 0.2, "c": 0.1}),
        (ScoreMode.TOTAL, {"a": 1.1, "c": 0.9, "b": 0.5}),
    ):
        index.scores(NestedQuery("tags", child, mode), wanted)


@score_test("no sort on a nested index", "best first, with scores, without a token")
def _(t):
    index = shared_index(t, NESTED)
    child = FunctionScoreQuery(ExistsQuery("tags.name"), FieldValueFactor("tags.score"))
    query = NestedQuery("tags", child, ScoreMode.MAX)
    index.scores(query, {"a": 0.9, "c": 0.8, "b": 0.5}, sort=None)
    assert not index.search(query, limit=1).next_token
    page = index.search(query, limit=1, **by_key)
    assert page.next_token
    rest = index.found(query, limit=5, next_token=page.next_token)
    assert rest == "b c"


@test("wrong fields", "paths that do not exist are refused")
def _(t):
    index = shared_index(t, NESTED)
    index.refuses(NestedQuery("unknown", name("sun")))
    index.refuses(NestedQuery("city", TermQuery("city", "x")))
    index.refuses(NestedQuery("tags", TermQuery("tags.unknown", "x")))
    index.refuses(NestedQuery("tags", TermQuery("city", "x")))


@test("inner hits", "return the children that match")
def _(t):
    index = shared_index(t, NESTED)
    either = TermsQuery("tags.name", ["sun", "sea"])

    def shown(query, sort=None, offset=0, limit=None):
        inner_hits = InnerHits(sort, offset, limit, None)
        hits = index.search(
            NestedQuery("tags", query, inner_hits=inner_hits), **by_key
        ).search_hits
        assert all(hit.search_inner_hits[0].path == "tags" for hit in hits)
        return [inner(hit) for hit in hits]

    assert shown(name("sun")) == [[0], [0], [1]]
    assert shown(either) == [[0, 1], [0], [0, 1]]
    assert shown(either, limit=1) == [[0], [0], [0]]
    assert shown(either, offset=1, limit=5) == [[1], [], [1]]
    by_score = Sort([FieldSort("tags.score", SortOrder.ASC)])
    assert shown(either, by_score) == [[1, 0], [0], [1, 0]]


@sort_test("by document", "of inner hits")
def _(t):
    index = shared_index(t, NESTED)

    def shown(order):
        inner_hits = InnerHits(Sort([DocSort(order)]), 0, 10, None)
        query = NestedQuery("tags", ExistsQuery("tags.name"), inner_hits=inner_hits)
        return [inner(hit) for hit in index.search(query, **by_key).search_hits]

    assert shown(SortOrder.ASC) == [[0, 1], [0], [0, 1]]
    assert shown(SortOrder.DESC) == [[1, 0], [0], [1, 0]]


@test("inner hits", "inside inner hits")
def _(t):
    every = InnerHits(None, 0, 10, None)
    red = NestedQuery("books.parts", TermQuery("books.parts.word", "red"), inner_hits=every)
    query = NestedQuery("books", red, inner_hits=every)
    [hit] = shared_index(t, NESTED).search(query, **by_key).search_hits
    [books] = hit.search_inner_hits
    assert books.path == "books"
    found = [
        (book.nested_doc_offset, inner(book), book.search_inner_hits[0].path)
        for book in books.search_hits
    ]
    assert found == [(0, [0], "books.parts"), (1, [0], "books.parts")]


@look_test("highlight of inner hits", "marks words in the children's texts")
def _(t):
    highlight = Highlight([HighlightParameter("tags.note", 1, 100, "<b>", "</b>")])
    inner_hits = InnerHits(None, 0, 10, highlight)
    query = NestedQuery("tags", MatchQuery("tags.note", "sun"), inner_hits=inner_hits)
    texts = [
        (field.field_name, list(field.field_fragments))
        for hit in shared_index(t, NESTED).search(query, **by_key).search_hits
        for child in hit.search_inner_hits[0].search_hits
        for field in child.highlight_result.highlight_fields
    ]
    assert texts == [
        ("tags.note", ["the warm <b>sun</b>"]),
        ("tags.note", ["a <b>sun</b>, a second <b>sun</b>"]),
    ]


@sort_test("nested filter", "sorts by the children that match")
def _(t):
    index = shared_index(t, NESTED)
    query = NestedQuery("tags", name("sun"))

    def sorted_by(order, only):
        by_tag = FieldSort("tags.score", order, nested_filter=NestedFilter("tags", name(only)))
        return index.found(query, sort=[by_tag])

    assert sorted_by(SortOrder.DESC, "sun") == "a b c"
    assert sorted_by(SortOrder.ASC, "sun") == "c b a"
    assert sorted_by(SortOrder.DESC, "sea") == "c a b"


TESTS = FIELD_TESTS + QUERY_TESTS + SCORE_TESTS + SORT_TESTS + LOOK_TESTS
