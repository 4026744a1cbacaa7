from tablestore import (
    Collapse,
    Count,
    FieldSort,
    FieldType,
    Highlight,
    HighlightEncoder,
    HighlightFragmentOrder,
    HighlightParameter,
    MatchPhraseQuery,
    MatchQuery,
    PrefixQuery,
    SortOrder,
    TermQuery,
    TermsQuery,
)

from harness import tests_of
from search_index import ALL, Fixture, field, shared_index

from .fixtures import NUMBERS, TEXTS
from .sorting import SORTED

test, TESTS = tests_of("Collapse and highlight")

MARKED = Fixture(
    "marked",
    (
        field("t", FieldType.TEXT, enable_highlighting=True),
        field("plain", FieldType.TEXT),
        field("w", FieldType.KEYWORD),
    ),
    {
        "a": {"t": "dengcai <em>street</em> & \"more\"", "plain": "street"},
        "b": {"t": "One fox. " + "Some words between. " * 9 + "A fox, a dog."},
        "c": {"t": "quick brown foxes"},
    },
)


def fragments(index, query, *parameters, **options):
    """The fields of each hit and their fragments."""
    highlight = Highlight(list(parameters), **options)
    response = index.search(query, columns=ALL, highlight=highlight)
    return {
        hit.row[0][0][1]: {
            found.field_name: list(found.field_fragments)
            for found in hit.highlight_result.highlight_fields
        }
        for hit in response.search_hits
    }


@test("collapse", "returns the first row of each value, and one without a value")
def _(t):
    index = shared_index(t, SORTED)
    best_first = [FieldSort("n", SortOrder.DESC)]
    response = index.search(sort=best_first, collapse_field=Collapse("w"))
    assert [key[0][1] for key, _ in response.rows] == ["a", "b", "e", "d"]
    assert response.total_count == 5
    assert not response.next_token
    assert index.found(collapse_field=Collapse("n")) == "a b c d"


@test("collapse", "pages by offset, and aggregates every row")
def _(t):
    index = shared_index(t, SORTED)
    page = {"sort": [FieldSort("n", SortOrder.DESC)], "collapse_field": Collapse("w"), "limit": 2}
    first = index.search(**page, aggs=[Count("n", name="rows")])
    assert [key[0][1] for key, _ in first.rows] == ["a", "b"]
    assert [result.value for result in first.agg_results] == [4]
    assert index.found(**page, offset=2) == "e d"


@test("collapse", "by a field with many values")
def _(t):
    index = shared_index(t, NUMBERS)
    assert index.found(collapse_field=Collapse("tag")) == "00 01 02 03"
    assert len(index.search(collapse_field=Collapse("k")).rows) == 100
    assert index.found(collapse_field=Collapse("d"), limit=3) == "00 01 02"


@test("wrong requests", "collapse by fields with several values")
def _(t):
    index = shared_index(t, NUMBERS)
    for name in ("t", "la", "g", "unknown"):
        index.refuses(None, collapse_field=Collapse(name))


@test("highlight", "marks words of the query with the given tags")
def _(t):
    index = shared_index(t, TEXTS)
    parameter = HighlightParameter("max", 1, 100, "<b>", "</b>")
    assert fragments(index, MatchQuery("max", "花茶"), parameter)["classic"] == {
        "max": ["菊<b>花茶</b>是一款大部分人都适合的经典<b>花茶</b>"]
    }
    assert fragments(index, TermQuery("max", "花茶"), HighlightParameter("max"))["ask"] == {
        "max": ["求推荐几款菊<em>花茶</em>店铺"]
    }


@test("highlight", "for each kind of query on text")
def _(t):
    index = shared_index(t, MARKED)
    parameter = HighlightParameter("t", 1, 100)
    for query, text in (
        (TermQuery("t", "brown"), "quick <em>brown</em> foxes"),
        (TermsQuery("t", ["brown", "quick"]), "<em>quick</em> <em>brown</em> foxes"),
        (MatchQuery("t", "FOXES quick"), "<em>quick</em> brown <em>foxes</em>"),
        (MatchPhraseQuery("t", "quick brown"), "<em>quick</em> <em>brown</em> foxes"),
        (PrefixQuery("t", "foxe"), "quick brown <em>foxes</em>"),
    ):
        assert fragments(index, query, parameter) == {"c": {"t": [text]}}


@test("HTML", "is escaped on request")
def _(t):
    index = shared_index(t, MARKED)
    query = MatchQuery("t", "street")
    parameter = HighlightParameter("t", 1, 200, "<b>", "</b>")
    plain = 'dengcai <em><b>street</b></em> & "more"'
    assert fragments(index, query, parameter) == {"a": {"t": [plain]}}
    html = fragments(index, query, parameter, highlight_encoder=HighlightEncoder.HTML_MODE)
    text = html["a"]["t"][0]
    assert text.startswith("dengcai &lt;em&gt;<b>street</b>&lt;&#x2F;em&gt; "), text
    assert text.endswith("&quot;more&quot;"), text


@test("fragments", "ordered by position or by score")
def _(t):
    index = shared_index(t, MARKED)
    query = MatchQuery("t", "dog fox")

    def found(count, order):
        parameter = HighlightParameter("t", count, 30, fragments_order=order)
        return fragments(index, query, parameter)["b"]["t"]

    by_place = found(9, HighlightFragmentOrder.TEXT_SEQUENCE)
    assert by_place[0].startswith("One <em>fox</em>"), by_place
    assert by_place[1].endswith("A <em>fox</em>, a <em>dog</em>."), by_place
    by_score = found(9, HighlightFragmentOrder.SCORE)
    assert by_score == by_place[::-1]
    assert found(1, HighlightFragmentOrder.SCORE) == by_score[:1]
    assert len(found(1, HighlightFragmentOrder.TEXT_SEQUENCE)) == 1


@test("wrong requests", "highlights of fields without highlighting")
def _(t):
    index = shared_index(t, MARKED)
    for name in ("plain", "w"):
        index.refuses(
            MatchQuery("t", "fox"),
            f"highlighting is not supported for field[{name}]",
            highlight=Highlight([HighlightParameter(name)]),
        )
