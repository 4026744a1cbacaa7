"""The rows of the shared indexes, listed or made by a simple rule."""

from datetime import date, timedelta

from tablestore import (
    AnalyzerType,
    FieldSchema,
    FieldType,
    FuzzyAnalyzerParameter,
    SingleWordAnalyzerParameter,
    SplitAnalyzerParameter,
)

from search_index import Fixture, field, virtual

LONG_MIN, LONG_MAX = -(2**63), 2**63 - 1
DAY = "yyyy-MM-dd"

_DATES = {
    "a": (1_704_067_200, "2024-01-01", "2024-01-01T08:00:00.000+08"),
    "b": (1_706_745_600, "2024/02/01 00:00:00", "2024-02-01T00:00:00.000Z"),
    "c": (1_735_603_200, "2024-12-31", "2024-12-30T23:00:00.500-01"),
    "d": (0, "1970-01-01", "1970-01-01T00:00:00.000Z"),
    "e": (1_709_164_800, "2024-02-29", "2024-02-29T00:00:00.000Z"),
}


def _dates(key):
    seconds, day, zoned = _DATES[key]
    return {
        "second": seconds,
        "milli": seconds * 10**3,
        "micro": seconds * 10**6,
        "nano": seconds * 10**9,
        "day": day,
        "zoned": zoned,
    }


def _array(name, kind, **options):
    return field(name, kind, is_array=True, **options)


EVERY_TYPE = Fixture(
    "every type",
    (
        field("pk", FieldType.KEYWORD),
        field("long", FieldType.LONG),
        field("double", FieldType.DOUBLE),
        field("flag", FieldType.BOOLEAN),
        field("word", FieldType.KEYWORD),
        field("text", FieldType.TEXT, enable_highlighting=True),
        field("second", FieldType.DATE, date_formats=["epoch_second"]),
        field("milli", FieldType.DATE, date_formats=["epoch_millis"]),
        field("micro", FieldType.DATE, date_formats=["epoch_micros"]),
        field("nano", FieldType.DATE, date_formats=["epoch_nanos"]),
        field("day", FieldType.DATE, date_formats=[DAY, "yyyy/MM/dd HH:mm:ss"]),
        field("zoned", FieldType.DATE, date_formats=["yyyy-MM-dd'T'HH:mm:ss.SSSX"]),
        field("place", FieldType.GEOPOINT),
        _array("longs", FieldType.LONG),
        _array("doubles", FieldType.DOUBLE),
        _array("flags", FieldType.BOOLEAN),
        _array("words", FieldType.KEYWORD),
        _array("texts", FieldType.TEXT),
        _array("days", FieldType.DATE, date_formats=[DAY]),
        _array("places", FieldType.GEOPOINT),
        virtual("long_word", FieldType.KEYWORD, "long"),
        virtual("long_text", FieldType.TEXT, "long"),
        virtual("long_date", FieldType.DATE, "second", date_formats=["epoch_second"]),
        virtual("double_word", FieldType.KEYWORD, "double"),
        virtual("word_text", FieldType.TEXT, "word"),
        virtual("digits_word", FieldType.KEYWORD, "digits"),
        virtual("digits_long", FieldType.LONG, "digits"),
        virtual("digits_double", FieldType.DOUBLE, "digits"),
        virtual("digits_day", FieldType.DATE, "digits", date_formats=["yyyyMMdd"]),
        virtual("spot_place", FieldType.GEOPOINT, "spot"),
        virtual("words_text", FieldType.TEXT, "words", is_array=True),
        FieldSchema("hidden", FieldType.LONG, index=False, enable_sort_and_agg=True),
    ),
    {
        "a": {
            "long": 1,
            "double": 1.5,
            "flag": True,
            "word": "apple",
            "text": "Red apple pie",
            "place": "0,0",
            "longs": "[1,9]",
            "doubles": "[0.5, 1.5]",
            "flags": "[true,false]",
            "words": '["x","y"]',
            "texts": '["red pen","blue ink"]',
            "days": '["2024-01-01","2024-06-01"]',
            "places": '["0,0","5,5"]',
            "digits": "7",
            "spot": "1,1",
            "hidden": 1,
            **_dates("a"),
        },
        "b": {
            "long": 2,
            "double": -2.5,
            "flag": False,
            "word": "banana",
            "text": "Green banana",
            "place": "0, 1",
            "longs": "[2,3]",
            "doubles": "[2.5]",
            "flags": "[false]",
            "words": '["y"]',
            "texts": '["blue pen"]',
            "days": '["2024-02-01"]',
            "places": '["1,0"]',
            "digits": "20240229",
            "spot": "2,2",
            **_dates("b"),
        },
        "c": {
            "long": 10,
            "double": 10.0,
            "flag": True,
            "word": "cherry",
            "text": "red cherry",
            "place": "2,0",
            "longs": "[]",
            "words": "[]",
            "digits": "x",
            **_dates("c"),
        },
        "d": {
            "long": LONG_MAX,
            "double": 1e300,
            "flag": False,
            "word": "Apple",
            "text": "Pie of the day",
            "place": "10,10",
            "longs": "[5]",
            **_dates("d"),
        },
        "dirty": {
            "long": "1",
            "double": "x",
            "flag": "true",
            "word": 5,
            "text": 5,
            "second": "now",
            "day": "2024-1-01",
            "zoned": "2024-01-01T00:00:00Z",
            "place": "18,181",
            "longs": "1",
            "doubles": "[1.5,",
            "words": '{"x":1}',
        },
        "e": {
            "long": LONG_MIN,
            "double": 0.0,
            "flag": True,
            "word": "苹果",
            "text": "一个红苹果",
            "place": "-20,-20",
            **_dates("e"),
        },
        "none": {"plain": "in no field"},
    },
)

# Some fields do not enable sorting and aggregations, or disable them. The official clients' tests show
# that the service sorts and aggregates them nevertheless.
NUMBERS = Fixture(
    "numbers",
    (
        FieldSchema("l", FieldType.LONG),
        FieldSchema("d", FieldType.DOUBLE, index=True, store=True),
        field("b", FieldType.BOOLEAN, enable_sort_and_agg=False),
        field("k", FieldType.KEYWORD),
        field("tag", FieldType.KEYWORD),
        field("t", FieldType.TEXT),
        field("g", FieldType.GEOPOINT),
        field("day", FieldType.DATE, date_formats=[DAY]),
        field("odd", FieldType.LONG),
        field("odd_tag", FieldType.KEYWORD),
        FieldSchema("la", FieldType.LONG, is_array=True),
        FieldSchema("ka", FieldType.KEYWORD, is_array=True),
    ),
    {
        f"{n:02d}": {
            "l": n,
            "d": n / 2,
            "b": n % 2 == 0,
            "k": f"key{n:02d}",
            "tag": "abcd"[n % 4],
            "t": f"this is {n}",
            "g": f"0,{n / 100}",
            "day": str(date(2024, 1, 1) + timedelta(days=n)),
            "la": f"[-1, {n}]",
            "ka": f'["x", "k{n % 3}"]',
            **({"odd": n, "odd_tag": f"o{n % 5}"} if n % 2 == 1 else {}),
        }
        for n in range(100)
    },
)

TEXTS = Fixture(
    "texts",
    (
        field("t", FieldType.TEXT, analyzer=AnalyzerType.SINGLEWORD),
        virtual(
            "cased",
            FieldType.TEXT,
            "t",
            analyzer=AnalyzerType.SINGLEWORD,
            analyzer_parameter=SingleWordAnalyzerParameter(case_sensitive=True),
        ),
        virtual(
            "delimited",
            FieldType.TEXT,
            "t",
            analyzer=AnalyzerType.SINGLEWORD,
            analyzer_parameter=SingleWordAnalyzerParameter(delimit_word=True),
        ),
        virtual("blanks", FieldType.TEXT, "t", analyzer=AnalyzerType.SPLIT),
        virtual(
            "commas",
            FieldType.TEXT,
            "t",
            analyzer=AnalyzerType.SPLIT,
            analyzer_parameter=SplitAnalyzerParameter(","),
        ),
        virtual("min", FieldType.TEXT, "t", analyzer=AnalyzerType.MINWORD),
        field("max", FieldType.TEXT, analyzer=AnalyzerType.MAXWORD, enable_highlighting=True),
        virtual(
            "fuzzy",
            FieldType.TEXT,
            "t",
            analyzer=AnalyzerType.FUZZY,
            analyzer_parameter=FuzzyAnalyzerParameter(1, 4),
        ),
    ),
    {
        "anthem": {"t": "中华人民共和国-国歌"},
        "ask": {"t": "求推荐几款菊花茶店铺", "max": "求推荐几款菊花茶店铺"},
        "autumn": {"t": "秋天最适合饮用的几种花茶", "max": "秋天最适合饮用的几种花茶"},
        "brook": {"t": "苕溪边上有一大片野生菊花", "max": "苕溪边上有一大片野生菊花"},
        "classic": {
            "t": "菊花茶是一款大部分人都适合的经典花茶",
            "max": "菊花茶是一款大部分人都适合的经典花茶",
        },
        "phone": {"t": "the iPhone6 Pro Max, Hang Zhou"},
        "sports": {"t": "羽毛球,乒乓球,说唱"},
        "work": {"t": "2021 woRK@杭州"},
    },
)

NESTED = Fixture(
    "nested",
    (
        field("city", FieldType.KEYWORD),
        field(
            "tags",
            FieldType.NESTED,
            sub_field_schemas=[
                field("name", FieldType.KEYWORD),
                field("score", FieldType.DOUBLE),
                field("note", FieldType.TEXT, enable_highlighting=True),
                field("at", FieldType.GEOPOINT),
            ],
        ),
        # The nested field itself need not be indexed: its sub-fields are.
        FieldSchema(
            "books",
            FieldType.NESTED,
            index=False,
            sub_field_schemas=[
                field("title", FieldType.KEYWORD),
                field(
                    "parts",
                    FieldType.NESTED,
                    sub_field_schemas=[
                        field("word", FieldType.KEYWORD),
                        field("pages", FieldType.LONG),
                    ],
                ),
            ],
        ),
    ),
    {
        "a": {
            "city": "x",
            "tags": '[{"name":"sun","score":0.9,"note":"the warm sun","at":"0,0"},'
            '{"name":"sea","score":0.2,"note":"the cold sea","at":"0,9"}]',
            "books": '[{"title":"one","parts":[{"word":"red","pages":1},'
            '{"word":"blue","pages":20}]},{"title":"two","parts":[{"word":"red","pages":30}]}]',
        },
        "b": {
            "city": "y",
            "tags": '[{"name":"sun","score":0.5,"note":"a sun, a second sun","at":"0,5"}]',
            "books": '[{"title":"one","parts":[{"word":"green","pages":5}]}]',
        },
        "c": {
            "city": "x",
            "tags": '[{"name":"sea","score":0.8,"note":"warm","at":"0,1"},'
            '{"name":"sun","score":0.1,"note":"cold","at":"0,7"}]',
        },
        "d": {"city": "y"},
        "e": {"city": "x", "tags": "[]"},
    },
)
