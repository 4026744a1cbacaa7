from tablestore import MatchPhraseQuery, MatchQuery, PrefixQuery, QueryOperator, TermQuery

from harness import tests_of
from search_index import shared_index

from .fixtures import NUMBERS

test, TESTS = tests_of("Queries")
AND, OR = QueryOperator.AND, QueryOperator.OR


def count(index, query):
    return index.search(query, limit=0).total_count


@test("match", "any word, all words, or a minimum number")
def _(t):
    index = shared_index(t, NUMBERS)
    assert count(index, MatchQuery("t", "this")) == 100
    assert count(index, MatchQuery("t", "THIS is 0")) == 100
    assert count(index, MatchQuery("t", "not")) == 0
    index.finds(MatchQuery("t", "this is 0", operator=AND), "00")
    index.finds(MatchQuery("t", "this is 0", 3), "00")
    index.finds(MatchQuery("t", "this is 0", 3, OR), "00")
    assert count(index, MatchQuery("t", "this is 0", 2)) == 100


@test("match", "AND needs all words whatever the minimum")
def _(t):
    index = shared_index(t, NUMBERS)
    index.finds(MatchQuery("t", "this is 0", 0, AND), "00")
    index.finds(MatchQuery("t", "this is 0", 1, AND), "00")


@test("match", "a keyword as a whole")
def _(t):
    index = shared_index(t, NUMBERS)
    index.finds(MatchQuery("k", "key07"), "07")
    index.finds(MatchQuery("k", "key"), "")
    index.finds(MatchQuery("ka", "k0"), " ".join(f"{n:02d}" for n in range(0, 100, 3)))


@test("match phrase", "adjacent words in their order")
def _(t):
    index = shared_index(t, NUMBERS)
    assert count(index, MatchPhraseQuery("t", "this is")) == 100
    index.finds(MatchPhraseQuery("t", "is 42"), "42")
    index.finds(MatchPhraseQuery("t", "is this"), "")
    index.finds(MatchPhraseQuery("t", "this 42"), "")
    index.finds(MatchPhraseQuery("k", "key42"), "42")


@test("term", "one word of an analysed text")
def _(t):
    index = shared_index(t, NUMBERS)
    index.finds(TermQuery("t", "42"), "42")
    index.finds(TermQuery("t", "this is 42"), "")
    index.finds(TermQuery("t", "THIS"), "")
    index.finds(PrefixQuery("t", "9"), "09 " + " ".join(f"9{n}" for n in range(10)))
