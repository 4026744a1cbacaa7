from tablestore import (
    ExistsQuery,
    FieldSort,
    FieldType,
    GeoDistanceQuery,
    MatchPhraseQuery,
    MatchQuery,
    Percentiles,
    PrefixQuery,
    RangeQuery,
    SortOrder,
    TermQuery,
    TermsQuery,
    WildcardQuery,
)

from harness import tests_of
from search_index import ALL_FROM_INDEX, Fixture, columns_of, field, shared_index, these

from .fixtures import EVERY_TYPE, LONG_MAX, LONG_MIN

test, TESTS = tests_of("Search fields")


@test("LONG", "over all 64 bits")
def _(t):
    index = shared_index(t, EVERY_TYPE)
    index.finds(TermQuery("long", 1), "a")
    index.finds(TermQuery("long", LONG_MAX), "d")
    index.finds(TermQuery("long", LONG_MAX - 1), "")
    index.finds(RangeQuery("long", LONG_MIN, 2), "a e")
    index.finds(RangeQuery("long", LONG_MIN, LONG_MAX, False, True), "a b c d")
    index.finds(RangeQuery("long", 2, 10, True, True), "b c")
    assert index.found(sort=[FieldSort("long", SortOrder.DESC)]) == "d c b a e dirty none"


@test("DOUBLE", "with signs and exponents")
def _(t):
    index = shared_index(t, EVERY_TYPE)
    index.finds(TermQuery("double", 1.5), "a")
    index.finds(RangeQuery("double", -3.0, 1.5), "b e")
    index.finds(RangeQuery("double", 10.0), "c d")
    index.finds(TermsQuery("double", [1e300, -2.5]), "b d")
    assert index.found(sort=[FieldSort("double")]) == "b e a c d dirty none"


@test("BOOLEAN", "is found by its value")
def _(t):
    index = shared_index(t, EVERY_TYPE)
    index.finds(TermQuery("flag", True), "a c e")
    index.finds(TermQuery("flag", False), "b d")
    index.finds(TermsQuery("flag", [True, False]), "a b c d e")


@test("KEYWORD", "is the whole text, case-sensitive")
def _(t):
    index = shared_index(t, EVERY_TYPE)
    index.finds(TermQuery("word", "apple"), "a")
    index.finds(TermQuery("word", "Apple"), "d")
    index.finds(TermQuery("word", "苹果"), "e")
    index.finds(TermQuery("word", "app"), "")
    index.finds(PrefixQuery("word", "app"), "a")
    index.finds(RangeQuery("word", "Apple", "banana"), "a d")
    assert index.found(sort=[FieldSort("word")]) == "d a b c e dirty none"


@test("KEYWORD", "of a key column")
def _(t):
    index = shared_index(t, EVERY_TYPE)
    index.finds(TermQuery("pk", "dirty"), "dirty")
    index.finds(PrefixQuery("pk", "d"), "d dirty")


@test("TEXT", "is found by its words, ignoring case")
def _(t):
    index = shared_index(t, EVERY_TYPE)
    index.finds(MatchQuery("text", "RED"), "a c")
    index.finds(MatchQuery("text", "pie green"), "a b d")
    index.finds(TermQuery("text", "pie"), "a d")
    index.finds(TermQuery("text", "Pie"), "")
    index.finds(MatchPhraseQuery("text", "红苹果"), "e")


@test("DATE", "of integer columns, from seconds to nanoseconds")
def _(t):
    index = shared_index(t, EVERY_TYPE)
    start, end = 1_704_067_200, 1_706_745_600
    for name, factor in (("second", 1), ("milli", 10**3), ("micro", 10**6), ("nano", 10**9)):
        index.finds(RangeQuery(name, start * factor, end * factor), "a")
        index.finds(RangeQuery(name, start * factor, end * factor, False, True), "b")
        index.finds(TermQuery(name, 0), "d")
        index.finds(RangeQuery(name, end * factor), "b c e")
    assert index.found(sort=[FieldSort("nano")]) == "d a b e c dirty none"


@test("DATE formats", "of text columns, several at once, offsets included")
def _(t):
    index = shared_index(t, EVERY_TYPE)
    index.finds(RangeQuery("day", "2024-01-01", "2024-02-29"), "a b")
    index.finds(RangeQuery("day", "2024/02/01 00:00:00", "2024-02-29", True, True), "b e")
    index.finds(TermQuery("day", "2024-02-01"), "b")
    index.finds(TermQuery("zoned", "2024-01-01T00:00:00.000Z"), "a")
    index.finds(TermQuery("zoned", "2024-12-31T00:00:00.500Z"), "c")
    index.finds(RangeQuery("zoned", "2024-12-31T00:00:00.501Z"), "")
    index.refuses(TermQuery("day", "yesterday"))
    assert index.found(sort=[FieldSort("zoned")]) == "d a b e c dirty none"


MOMENT = 1_709_647_629_123
SECOND = 1_709_647_629_000
MINUTE = 1_709_647_620_000
MIDNIGHT = 1_709_596_800_000
# One moment in every format, with the format's precision; percentiles return its milliseconds.
FORMATS = (
    ("epoch_second", 1_709_647_629, SECOND),
    ("epoch_millis", MOMENT, MOMENT),
    ("epoch_micros", MOMENT * 1000 + 456, MOMENT),
    ("epoch_nanos", MOMENT * 10**6 + 456_789, MOMENT),
    ("yyyy-MM-dd", "2024-03-05", MIDNIGHT),
    ("yyyy/M/d", "2024/3/5", MIDNIGHT),
    ("dd.MM.yyyy HH:mm", "05.03.2024 14:07", MINUTE),
    ("yyyy-MM-dd HH:mm:ss", "2024-03-05 14:07:09", SECOND),
    ("yyyyMMddHHmmss", "20240305140709", SECOND),
    ("yyyy-MM-dd HH:mm:ss.SSS", "2024-03-05 14:07:09.123", MOMENT),
    ("yyyy-MM-dd HH:mm:ss.SSSSSSSSS", "2024-03-05 14:07:09.123456789", MOMENT),
    ("yyyy-MM-dd'T'HH:mm:ss.SSSX", "2024-03-05T22:07:09.123+08", MOMENT),
    ("yyyy-MM-dd'T'HH:mm:ssX", "2024-03-05T14:07:09Z", SECOND),
    ("yyyy-MM-dd HH:mm:ssx", "2024-03-05 09:07:09-05", SECOND),
    ("yyyy-MM-dd KK:mm a", "2024-03-05 02:07 PM", MINUTE),
)
MOMENTS = Fixture(
    "moments",
    tuple(
        field(f"d{n}", FieldType.DATE, date_formats=[pattern])
        for n, (pattern, _, _) in enumerate(FORMATS)
    ),
    {"a": {f"d{n}": value for n, (_, value, _) in enumerate(FORMATS)}},
)


@test("DATE formats", "of every kind")
def _(t):
    index = shared_index(t, MOMENTS)
    for n, (pattern, value, milliseconds) in enumerate(FORMATS):
        index.finds(TermQuery(f"d{n}", value), "a")
        [found] = index.aggregate(Percentiles(f"d{n}", [50]))["percentiles"]
        assert found.value == milliseconds, (pattern, found.value)


@test("GEO_POINT", "is latitude and longitude")
def _(t):
    index = shared_index(t, EVERY_TYPE)
    index.finds(GeoDistanceQuery("place", "0,0", 120_000), "a b")
    index.finds(GeoDistanceQuery("place", "0, 0", 300_000), "a b c")
    index.finds(ExistsQuery("place"), "a b c d e")


@test("arrays", "are found by any of their values")
def _(t):
    index = shared_index(t, EVERY_TYPE)
    index.finds(TermQuery("longs", 9), "a")
    index.finds(RangeQuery("longs", 2, 6), "b d")
    index.finds(RangeQuery("doubles", 1.5), "a b")
    index.finds(TermQuery("flags", False), "a b")
    index.finds(TermQuery("words", "y"), "a b")
    index.finds(MatchQuery("texts", "pen"), "a b")
    index.finds(RangeQuery("days", "2024-02-01", "2024-07-01"), "a b")
    index.finds(GeoDistanceQuery("places", "5,5", 1000), "a")
    index.finds(ExistsQuery("longs"), "a b d")
    index.finds(ExistsQuery("words"), "a b")


@test("arrays", "phrases do not match across values")
def _(t):
    index = shared_index(t, EVERY_TYPE)
    index.finds(MatchPhraseQuery("texts", "red pen"), "a")
    index.finds(MatchPhraseQuery("texts", "blue ink"), "a")


@test("virtual columns", "index a column with another type")
def _(t):
    index = shared_index(t, EVERY_TYPE)
    index.finds(TermQuery("long_word", "10"), "c")
    # The column of "dirty" is text, which is a valid keyword.
    index.finds(PrefixQuery("long_word", "1"), "a c dirty")
    index.finds(MatchQuery("long_text", "2"), "b")
    index.finds(RangeQuery("long_date", 1, 1_706_745_600), "a")
    index.finds(TermQuery("double_word", "1.5"), "a")
    index.finds(MatchQuery("word_text", "APPLE"), "a d")
    index.finds(TermQuery("digits_word", "x"), "c")
    index.finds(RangeQuery("digits_long", 7, 8), "a")
    index.finds(RangeQuery("digits_double", 7.5), "b")
    index.finds(TermQuery("digits_day", "20240229"), "b")
    index.finds(GeoDistanceQuery("spot_place", "2,2", 1), "b")
    index.finds(MatchQuery("words_text", "Y"), "a b")


@test("virtual columns", "can sort, and are not returned")
def _(t):
    index = shared_index(t, EVERY_TYPE)
    found = index.found(ExistsQuery("digits_long"), sort=[FieldSort("digits_long", SortOrder.DESC)])
    assert found == "b a"
    rows = index.search(TermQuery("pk", "a"), columns=ALL_FROM_INDEX).rows
    assert not {"long_word", "digits_long", "word_text"} & set(columns_of(rows[0]))


@test("options", "an unindexed field cannot be queried")
def _(t):
    index = shared_index(t, EVERY_TYPE)
    text = "failed to query index, please check if 'Index' is enabled for query fields."
    index.refuses(TermQuery("hidden", 1), text)
    index.refuses(ExistsQuery("hidden"), text)
    assert index.found(sort=[FieldSort("hidden")], limit=1) == "a"


@test("options", "stored fields are returned as they were written")
def _(t):
    index = shared_index(t, EVERY_TYPE)
    columns = these("doubles", "longs", "place", "day", "second", "word")
    [row] = index.search(TermQuery("pk", "a"), columns=columns).rows
    assert columns_of(row) == {
        "day": "2024-01-01",
        "doubles": "[0.5, 1.5]",
        "longs": "[1,9]",
        "place": "0,0",
        "second": 1_704_067_200,
        "word": "apple",
    }
    assert [name for name, _, _ in row[1]] == sorted(columns_of(row))


@test("values that do not fit", "lose their field, not their row")
def _(t):
    index = shared_index(t, EVERY_TYPE)
    assert index.search(limit=0).total_count == len(EVERY_TYPE.rows)
    index.finds(TermQuery("pk", "dirty"), "dirty")
    for name in ("long", "double", "flag", "word", "text", "second", "day", "zoned", "place"):
        index.finds(ExistsQuery(name), "a b c d e")
    index.finds(ExistsQuery("doubles"), "a b")
    index.finds(WildcardQuery("words", "*"), "a b")
