from math import log

from tablestore import (
    BoolQuery,
    ExistsQuery,
    FieldType,
    FieldValueFactor,
    FunctionScoreQuery,
    MatchAllQuery,
    MatchPhraseQuery,
    MatchQuery,
    PrefixQuery,
    QueryOperator,
    RangeQuery,
    ScoreSort,
    SortOrder,
    TermQuery,
    WildcardQuery,
)

from harness import tests_of
from search_index import Fixture, field, shared_index

query_test, QUERY_TESTS = tests_of("Queries")
test, SCORE_TESTS = tests_of("Scores")

SCORED = Fixture(
    "scored",
    (
        field("t", FieldType.TEXT),
        field("word", FieldType.KEYWORD),
        field("visits", FieldType.LONG),
        field("rate", FieldType.DOUBLE),
    ),
    {
        "a": {"t": "apple apple pie", "visits": 7, "rate": 0.5, "word": "x"},
        "b": {"t": "apple", "visits": 30, "rate": 4.0, "word": "y"},
        "c": {"t": "pie day", "visits": 2, "rate": 1.0, "word": "x"},
        "d": {"visits": 11, "rate": 3.0, "word": "x"},
    },
)

# The number of rows with a text, their words, and the average number of words.
TEXTS, MIDDLE = 3, 2


def bm25(rows_with_it, times, words):
    rarity = log(1 + (TEXTS - rows_with_it + 0.5) / (rows_with_it + 0.5))
    return rarity * times * 2.2 / (times + 1.2 * (0.25 + 0.75 * words / MIDDLE))


@test("BM25", "rare words and short texts score higher")
def _(t):
    index = shared_index(t, SCORED)
    index.scores(MatchQuery("t", "apple"), {"b": bm25(2, 1, 1), "a": bm25(2, 2, 3)})
    index.scores(MatchQuery("t", "day"), {"c": bm25(1, 1, 2)})
    both = {
        "c": bm25(2, 1, 2) + bm25(1, 1, 2),
        "a": bm25(2, 1, 3),
    }
    index.scores(MatchQuery("t", "pie day"), both)
    index.scores(MatchQuery("t", "day pie", operator=QueryOperator.AND), {"c": both["c"]})


@test("BM25", "a phrase scores like one word that is as rare as its words together")
def _(t):
    index = shared_index(t, SCORED)
    rarity = sum(log(1 + (TEXTS - n + 0.5) / (n + 0.5)) for n in (2, 1))
    # One phrase in a text of two words, which is the average length.
    index.scores(MatchPhraseQuery("t", "pie day"), {"c": rarity})


@test("filters", "add nothing to the scores of must and should")
def _(t):
    index = shared_index(t, SCORED)
    apple = MatchQuery("t", "apple")
    pie = MatchQuery("t", "pie")
    index.scores(
        BoolQuery(must_queries=[apple], should_queries=[pie]),
        {"a": bm25(2, 2, 3) + bm25(2, 1, 3), "b": bm25(2, 1, 1)},
    )
    index.scores(BoolQuery(must_queries=[apple], filter_queries=[pie]), {"a": bm25(2, 2, 3)})


@test("constant scores", "numbers, ranges, prefixes and existence score 1")
def _(t):
    index = shared_index(t, SCORED)
    for query in (
        TermQuery("visits", 30),
        RangeQuery("visits", 12),
        PrefixQuery("word", "y"),
        WildcardQuery("word", "y*"),
        BoolQuery(must_queries=[ExistsQuery("visits")], filter_queries=[TermQuery("word", "y")]),
    ):
        index.scores(query, {"b": 1})


@test("constant scores", "match all scores 1")
def _(t):
    shared_index(t, SCORED).scores(MatchAllQuery(), {"a": 1, "b": 1, "c": 1, "d": 1})


@query_test("function score", "multiplies by a field")
def _(t):
    index = shared_index(t, SCORED)
    by_visits = FieldValueFactor("visits")
    index.scores(
        FunctionScoreQuery(MatchAllQuery(), by_visits), {"b": 30, "d": 11, "a": 7, "c": 2}
    )
    index.scores(
        FunctionScoreQuery(MatchQuery("t", "pie"), FieldValueFactor("rate")),
        {"c": bm25(2, 1, 2), "a": bm25(2, 1, 3) * 0.5},
    )
    worst_first = index.found(
        FunctionScoreQuery(MatchAllQuery(), by_visits), sort=[ScoreSort(SortOrder.ASC)]
    )
    assert worst_first == "c a d b"


@query_test("function score", "does not change the order without a sort by score")
def _(t):
    query = FunctionScoreQuery(MatchAllQuery(), FieldValueFactor("visits"))
    assert shared_index(t, SCORED).found(query) == "a b c d"


TESTS = QUERY_TESTS + SCORE_TESTS
