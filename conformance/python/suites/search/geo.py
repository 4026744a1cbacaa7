from tablestore import (
    BoolQuery,
    GeoBoundingBoxQuery,
    GeoDistanceQuery,
    GeoPolygonQuery,
    NestedQuery,
    PrimaryKeySort,
    TermQuery,
)

from harness import tests_of
from search_index import shared_index

from .fixtures import EVERY_TYPE, NESTED, NUMBERS

test, TESTS = tests_of("Queries")

# The distance between the rows of `numbers` in metres: a hundredth of a degree of the equator.
STEP = 1111.9508


@test("geo distance", "metres of a great circle")
def _(t):
    index = shared_index(t, NUMBERS)
    index.finds(GeoDistanceQuery("g", "0,0", 3 * STEP - 1), "00 01 02")
    index.finds(GeoDistanceQuery("g", "0,0", 3 * STEP + 1), "00 01 02 03")
    index.finds(GeoDistanceQuery("g", "0,0.5", 1.5 * STEP), "49 50 51")
    index.finds(GeoDistanceQuery("g", "90,0", 1000), "")


@test("geo distance", "inside a bool query")
def _(t):
    index = shared_index(t, NUMBERS)
    near = GeoDistanceQuery("g", "0,0", 5.5 * STEP)
    index.finds(BoolQuery(must_queries=[near, TermQuery("b", True)]), "00 02 04")
    index.finds(BoolQuery(must_queries=[near], must_not_queries=[TermQuery("b", True)]), "01 03 05")


@test("geo bounding box", "between two corners")
def _(t):
    index = shared_index(t, NUMBERS)
    index.finds(GeoBoundingBoxQuery("g", "1,0.105", "-1,0.145"), "11 12 13 14")
    index.finds(GeoBoundingBoxQuery("g", "2,0.105", "1,0.145"), "")
    places = shared_index(t, EVERY_TYPE)
    places.finds(GeoBoundingBoxQuery("place", "3,-1", "-1,2"), "a b c")
    places.finds(GeoBoundingBoxQuery("places", "6,4", "4,6"), "a")


@test("geo polygon", "inside its edges")
def _(t):
    index = shared_index(t, NUMBERS)
    square = ["1,0.105", "1,0.145", "-1,0.145", "-1,0.105"]
    index.finds(GeoPolygonQuery("g", square), "11 12 13 14")
    index.finds(GeoPolygonQuery("g", ["1,0.2", "-1,0.175", "-1,0.225"]), "19 20 21")
    shared_index(t, EVERY_TYPE).finds(GeoPolygonQuery("place", ["20,20", "20,5", "5,5", "5,20"]), "d")


@test("geo distance", "of nested points")
def _(t):
    near = NestedQuery("tags", GeoDistanceQuery("tags.at", "0,5", 1000))
    shared_index(t, NESTED).finds(near, "b", sort=[PrimaryKeySort()])


@test("wrong values", "of points are refused")
def _(t):
    index = shared_index(t, NUMBERS)
    for query in (
        GeoDistanceQuery("g", "91,0", 10),
        GeoDistanceQuery("g", "0,181", 10),
        GeoDistanceQuery("g", "here", 10),
        GeoDistanceQuery("g", "0,0", -1),
        GeoDistanceQuery("l", "0,0", 10),
        GeoBoundingBoxQuery("g", "0,0,0", "1,1"),
        GeoPolygonQuery("g", ["0,0", "1,1"]),
        GeoPolygonQuery("g", ["0,0", "1,1", "x,1"]),
    ):
        index.refuses(query)
