from tablestore import (
    BoolQuery,
    ExistsQuery,
    FunctionScoreQuery,
    FieldValueFactor,
    MatchAllQuery,
    MatchPhraseQuery,
    MatchQuery,
    PrefixQuery,
    RangeQuery,
    TermQuery,
    TermsQuery,
    WildcardQuery,
)

from harness import tests_of
from search_index import shared_index

from .fixtures import EVERY_TYPE, NUMBERS

test, TESTS = tests_of("Queries")


def count(index, query):
    return index.search(query, limit=0).total_count


@test("match all", "finds every row")
def _(t):
    assert count(shared_index(t, NUMBERS), MatchAllQuery()) == 100


@test("term", "is one exact value")
def _(t):
    index = shared_index(t, NUMBERS)
    index.finds(TermQuery("l", 42), "42")
    index.finds(TermQuery("d", 21.0), "42")
    index.finds(TermQuery("k", "key42"), "42")
    index.finds(TermQuery("day", "2024-01-03"), "02")
    assert count(index, TermQuery("la", -1)) == 100
    index.finds(TermQuery("la", 7), "07")


@test("terms", "any of the values, repeated and absent ones too")
def _(t):
    index = shared_index(t, NUMBERS)
    index.finds(TermsQuery("l", [3, 1, 3, 1000]), "01 03")
    index.finds(TermsQuery("k", ["key09", "key08", "no"]), "08 09")
    index.finds(TermsQuery("la", [4, 5]), "04 05")
    index.finds(TermsQuery("d", [0.5]), "01")


@test("range", "inclusive, exclusive and missing bounds")
def _(t):
    index = shared_index(t, NUMBERS)
    index.finds(RangeQuery("l", 5, 8), "05 06 07")
    index.finds(RangeQuery("l", 5, 8, False, True), "06 07 08")
    index.finds(RangeQuery("l", range_to=2), "00 01")
    index.finds(RangeQuery("l", 98), "98 99")
    index.finds(RangeQuery("k", "key05", "key07"), "05 06")
    index.finds(RangeQuery("day", "2024-01-05", "2024-01-06", True, True), "04 05")
    index.finds(RangeQuery("la", 98, 1000), "98 99")
    index.finds(RangeQuery("l", 8, 5), "")
    assert count(index, RangeQuery("odd")) == 50


@test("range", "of keywords, in the order of their bytes")
def _(t):
    index = shared_index(t, EVERY_TYPE)
    index.finds(RangeQuery("long_word", "1", "2"), "a c dirty")


@test("prefix", "of keywords, and of single words of a text")
def _(t):
    index = shared_index(t, NUMBERS)
    index.finds(PrefixQuery("k", "key9"), " ".join(f"9{n}" for n in range(10)))
    index.finds(PrefixQuery("k", "KEY9"), "")
    assert count(index, PrefixQuery("t", "thi")) == 100
    assert count(index, PrefixQuery("t", "this is")) == 0


@test("wildcard", "any run and any one character")
def _(t):
    index = shared_index(t, NUMBERS)
    index.finds(WildcardQuery("k", "key1?"), " ".join(f"1{n}" for n in range(10)))
    index.finds(WildcardQuery("k", "*99"), "99")
    index.finds(WildcardQuery("k", "k*7?"), " ".join(f"7{n}" for n in range(10)))
    index.finds(WildcardQuery("k", "key"), "")
    assert count(index, WildcardQuery("t", "t*s")) == 100


@test("exists", "columns with a value")
def _(t):
    index = shared_index(t, NUMBERS)
    assert count(index, ExistsQuery("odd")) == 50
    assert count(index, ExistsQuery("la")) == 100
    assert count(index, ExistsQuery("unknown")) == 0
    absent = BoolQuery(must_not_queries=[ExistsQuery("odd")])
    index.finds(BoolQuery(must_queries=[absent, RangeQuery("l", 0, 5)]), "00 02 04")


@test("bool", "must, filter and must not")
def _(t):
    index = shared_index(t, NUMBERS)
    index.finds(
        BoolQuery(
            must_queries=[RangeQuery("l", 10, 20)],
            filter_queries=[TermQuery("b", True)],
            must_not_queries=[TermQuery("tag", "a"), TermQuery("k", "key14")],
        ),
        "10 18",
    )
    assert count(index, BoolQuery(must_not_queries=[TermQuery("b", True)])) == 50


@test("bool", "should: how many must match")
def _(t):
    index = shared_index(t, NUMBERS)
    should = [TermQuery("l", 4), TermQuery("l", 7), RangeQuery("l", 0, 6)]
    index.finds(BoolQuery(should_queries=should), "00 01 02 03 04 05 07")
    index.finds(BoolQuery(should_queries=should, minimum_should_match=2), "04")
    must = [RangeQuery("l", 3, 6)]
    index.finds(BoolQuery(must_queries=must, should_queries=should[:2]), "03 04 05")
    index.finds(
        BoolQuery(must_queries=must, should_queries=should[:2], minimum_should_match=1), "04"
    )
    index.finds(BoolQuery(should_queries=should, minimum_should_match=4), "")
    # The minimum is 0, and yet one must match, because there are no other clauses.
    none = BoolQuery(should_queries=should, minimum_should_match=0)
    index.finds(none, "00 01 02 03 04 05 07")
    must_not = [RangeQuery("l", 3)]
    beside = BoolQuery(must_not_queries=must_not, should_queries=should, minimum_should_match=0)
    index.finds(beside, "00 01 02")


@test("bool", "inside bool")
def _(t):
    index = shared_index(t, NUMBERS)
    low = BoolQuery(must_queries=[RangeQuery("l", 0, 4), TermQuery("b", True)])
    high = BoolQuery(must_queries=[RangeQuery("l", 96), TermQuery("b", False)])
    either = BoolQuery(should_queries=[low, high])
    index.finds(BoolQuery(must_queries=[either], must_not_queries=[TermQuery("l", 97)]), "00 02 99")


@test("types of values", "are converted to the field's")
def _(t):
    index = shared_index(t, NUMBERS)
    index.finds(TermQuery("l", "42"), "42")
    index.finds(TermQuery("la", "42"), "42")
    index.finds(RangeQuery("l", "96", "98"), "96 97")
    index.finds(RangeQuery("l", 96.5, 98.0), "97")
    index.finds(RangeQuery("d", 48, 49), "96 97")


@test("limits", "terms, text and clauses")
def _(t):
    index = shared_index(t, NUMBERS)
    assert count(index, TermsQuery("l", list(range(1024)))) == 100
    index.refuses(TermsQuery("l", list(range(1025))))
    index.finds(WildcardQuery("k", "key01" + "*" * 27), "01")
    index.refuses(
        WildcardQuery("k", "*" * 33),
        "length of field value is longer than 32 for the [WILDCARD_QUERY] query",
    )
    index.refuses(PrefixQuery("k", "x" * 1001))
    index.refuses(BoolQuery(should_queries=[TermQuery("l", n) for n in range(1025)]))


@test("wrong fields", "fields and values that a query does not support")
def _(t):
    index = shared_index(t, NUMBERS)
    for query in (
        TermQuery("unknown", 1),
        TermQuery("g", "0,0"),
        PrefixQuery("l", "1"),
        WildcardQuery("l", "1*"),
        RangeQuery("l", "one"),
        TermQuery("l", "one"),
        MatchQuery("unknown", "x"),
        MatchPhraseQuery("g", "x"),
        FunctionScoreQuery(MatchAllQuery(), FieldValueFactor("k")),
    ):
        index.refuses(query)
