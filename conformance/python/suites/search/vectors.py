from struct import pack

from tablestore import (
    BoolQuery,
    FieldType,
    KnnVectorQuery,
    MatchAllQuery,
    ScoreSort,
    TermQuery,
    VectorDataType,
    VectorMetricType,
    VectorOptions,
)

from harness import tests_of
from search_index import Fixture, field, shared_index, virtual

fields_test, FIELD_TESTS = tests_of("Search fields")
test, QUERY_TESTS = tests_of("Queries")
score_test, SCORE_TESTS = tests_of("Scores")


def options(metric):
    return VectorOptions(VectorDataType.VD_FLOAT_32, metric, 2)


VECTORS = Fixture(
    "vectors",
    (
        field("near", FieldType.VECTOR, vector_options=options(VectorMetricType.VM_EUCLIDEAN)),
        virtual(
            "angle",
            FieldType.VECTOR,
            "near",
            vector_options=options(VectorMetricType.VM_COSINE),
        ),
        virtual(
            "dot",
            FieldType.VECTOR,
            "near",
            vector_options=options(VectorMetricType.VM_DOT_PRODUCT),
        ),
        field("packed", FieldType.VECTOR, vector_options=options(VectorMetricType.VM_EUCLIDEAN)),
        field("kind", FieldType.KEYWORD),
    ),
    {
        "a": {"near": "[1, 0]", "packed": bytearray(pack("<2f", 1, 0)), "kind": "x"},
        "b": {"near": "[0,1.0]", "packed": bytearray(pack("<2f", 0, 1)), "kind": "y"},
        "c": {"near": "[3,4]", "kind": "x"},
        "d": {"near": "[-1,0]", "kind": "y"},
        "long": {"near": "[1,0,0]", "packed": bytearray(pack("<3f", 1, 0, 0)), "kind": "x"},
        "none": {"kind": "x"},
    },
)


@fields_test("VECTOR", "as text and as packed floats; other dimensions are left out")
def _(t):
    index = shared_index(t, VECTORS)
    index.finds(KnnVectorQuery("near", 10, [1, 0]), "a b c d")
    index.finds(KnnVectorQuery("packed", 10, [1, 0]), "a b")
    assert index.search(limit=0).total_count == 6


@score_test("vectors", "by distance, angle and product, the nearest only")
def _(t):
    index = shared_index(t, VECTORS)
    near = {"a": 1, "b": 1 / 3, "d": 1 / 5, "c": 1 / 21}
    index.scores(KnnVectorQuery("near", 4, [1, 0]), near)
    index.scores(KnnVectorQuery("angle", 4, [2, 0]), {"a": 1, "c": 0.8, "b": 0.5, "d": 0})
    index.scores(KnnVectorQuery("dot", 4, [0.6, 0.8]), {"c": 3, "b": 0.9, "a": 0.8, "d": 0.2})
    index.scores(KnnVectorQuery("near", 2, [1, 0]), {"a": 1, "b": 1 / 3})


@test("vectors", "are ordered by key unless sorted by score")
def _(t):
    index = shared_index(t, VECTORS)
    assert index.found(KnnVectorQuery("near", 3, [-1, 0])) == "a b d"
    assert index.found(KnnVectorQuery("near", 3, [-1, 0]), sort=[ScoreSort()]) == "d b a"


@test("vectors with a filter", "are the nearest that match the filter")
def _(t):
    index = shared_index(t, VECTORS)
    query = KnnVectorQuery("near", 2, [1, 0], TermQuery("kind", "y"))
    index.scores(query, {"b": 1 / 3, "d": 1 / 5})
    one = KnnVectorQuery("near", 1, [1, 0], BoolQuery(must_not_queries=[TermQuery("kind", "x")]))
    index.finds(one, "b")
    index.finds(KnnVectorQuery("near", 2, [1, 0], TermQuery("kind", "z")), "")


@test("vectors", "beside other clauses")
def _(t):
    index = shared_index(t, VECTORS)
    query = BoolQuery(must_queries=[KnnVectorQuery("near", 2, [1, 0]), TermQuery("kind", "x")])
    index.finds(query, "a")


@test("wrong values", "of vectors are refused")
def _(t):
    index = shared_index(t, VECTORS)
    for query in (
        KnnVectorQuery("near", 2, [1, 0, 0]),
        KnnVectorQuery("near", 2, []),
        KnnVectorQuery("near", 0, [1, 0]),
        KnnVectorQuery("near", 1001, [1, 0]),
        KnnVectorQuery("kind", 2, [1, 0]),
        KnnVectorQuery("near", 2, [1, 0], KnnVectorQuery("near", 2, [1, 0])),
        TermQuery("near", "[1,0]"),
    ):
        index.refuses(query)
    assert index.search(MatchAllQuery(), limit=0).total_count == 6


TESTS = FIELD_TESTS + QUERY_TESTS + SCORE_TESTS
