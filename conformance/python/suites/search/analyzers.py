from tablestore import MatchPhraseQuery, MatchQuery, PrefixQuery, QueryOperator, TermQuery

from harness import tests_of
from search_index import shared_index

from .fixtures import TEXTS

test, TESTS = tests_of("Analyzers")


@test("single word", "one Chinese character or one run of letters and digits")
def _(t):
    index = shared_index(t, TEXTS)
    index.finds(MatchQuery("t", "IPHONE6"), "phone")
    index.finds(MatchQuery("t", "iphone"), "")
    index.finds(TermQuery("t", "zhou"), "phone")
    index.finds(TermQuery("t", "歌"), "anthem")
    index.finds(TermQuery("t", "国歌"), "")
    index.finds(MatchPhraseQuery("t", "花茶"), "ask autumn classic")
    index.finds(MatchQuery("t", "茶花", operator=QueryOperator.AND), "ask autumn classic")


@test("single word", "can keep the case")
def _(t):
    index = shared_index(t, TEXTS)
    index.finds(MatchQuery("cased", "iPhone6"), "phone")
    index.finds(MatchQuery("cased", "iphone6"), "")
    index.finds(TermQuery("cased", "woRK"), "work")


@test("single word", "can separate letters from digits")
def _(t):
    index = shared_index(t, TEXTS)
    index.finds(MatchQuery("delimited", "iphone"), "phone")
    index.finds(TermQuery("delimited", "6"), "phone")
    index.finds(MatchPhraseQuery("delimited", "iphone6"), "phone")


@test("split", "cuts at the delimiter only")
def _(t):
    index = shared_index(t, TEXTS)
    index.finds(MatchQuery("commas", "乒乓球"), "sports")
    index.finds(MatchQuery("commas", "x,说唱"), "sports")
    index.finds(MatchQuery("commas", "乒乓"), "")
    index.finds(MatchPhraseQuery("commas", "羽毛球,乒乓球"), "sports")
    index.finds(MatchPhraseQuery("commas", "乒乓球,羽毛球"), "")
    index.finds(TermQuery("blanks", "the"), "phone")
    index.finds(TermQuery("blanks", "羽毛球,乒乓球,说唱"), "sports")


@test("min word", "the fewest words")
def _(t):
    index = shared_index(t, TEXTS)
    index.finds(TermQuery("min", "中华人民共和国"), "anthem")
    index.finds(TermQuery("min", "国歌"), "anthem")
    index.finds(TermQuery("min", "中华"), "")
    index.finds(TermQuery("min", "人民"), "")


@test("max word", "all words that the text contains")
def _(t):
    index = shared_index(t, TEXTS)
    index.finds(MatchQuery("max", "菊花茶"), "ask autumn brook classic")
    index.finds(MatchQuery("max", "梨花茶"), "ask autumn classic")
    index.finds(MatchQuery("max", "花茶"), "ask autumn classic")
    index.finds(MatchQuery("max", "菊花"), "ask brook classic")
    index.finds(MatchQuery("max", "饮用花茶", operator=QueryOperator.AND), "autumn")
    index.finds(MatchQuery("max", "饮用花茶", operator=QueryOperator.OR), "ask autumn classic")
    index.finds(MatchQuery("max", "饮用花茶", 2, QueryOperator.OR), "autumn")
    index.finds(MatchPhraseQuery("max", "野生菊花"), "brook")
    index.finds(MatchPhraseQuery("max", "秋天菊花"), "")


@test("fuzzy", "phrases match parts of words, ignoring punctuation and case")
def _(t):
    index = shared_index(t, TEXTS)
    for part in ("20", "21", "2021", "work", "WORK", "@", "杭州", "@杭州", "RK@杭"):
        index.finds(MatchPhraseQuery("fuzzy", part), "work")
    for part in ("21work", "2021杭州", "2120", "#杭州"):
        index.finds(MatchPhraseQuery("fuzzy", part), "")
    index.finds(MatchPhraseQuery("fuzzy", "hone6"), "phone")
    index.finds(PrefixQuery("fuzzy", "羽毛"), "sports")


@test("descriptions", "contain analyzers and their parameters")
def _(t):
    index = shared_index(t, TEXTS)
    meta, _ = t.client.describe_search_index(index.table, index.name)

    def described(field):
        parameter = field.analyzer_parameter
        return field.analyzer, {} if parameter is None else vars(parameter)

    assert {field.field_name: described(field) for field in meta.fields} == {
        "t": ("single_word", {}),
        "cased": ("single_word", {"case_sensitive": True, "delimit_word": False}),
        "delimited": ("single_word", {"case_sensitive": False, "delimit_word": True}),
        "blanks": ("split", {}),
        "commas": ("split", {"delimiter": ","}),
        "min": ("min_word", {}),
        "max": ("max_word", {}),
        "fuzzy": ("fuzzy", {"min_chars": 1, "max_chars": 4}),
    }
