package rowhouse.conformance;

import static rowhouse.conformance.ConformanceTest.test;
import static rowhouse.conformance.SearchIndex.keys;
import static rowhouse.conformance.SearchIndex.sharedIndex;
import static rowhouse.conformance.Testing.equal;
import static rowhouse.conformance.Testing.invalid;
import static rowhouse.conformance.Testing.isTrue;
import static rowhouse.conformance.Testing.refused;

import com.alicloud.openservices.tablestore.TableStoreException;
import com.alicloud.openservices.tablestore.model.ComputeSplitsRequest;
import com.alicloud.openservices.tablestore.model.ComputeSplitsResponse;
import com.alicloud.openservices.tablestore.model.Row;
import com.alicloud.openservices.tablestore.model.SearchIndexSplitsOptions;
import com.alicloud.openservices.tablestore.model.iterator.RowIterator;
import com.alicloud.openservices.tablestore.model.search.DescribeSearchIndexResponse;
import com.alicloud.openservices.tablestore.model.search.FieldSchema;
import com.alicloud.openservices.tablestore.model.search.FieldType;
import com.alicloud.openservices.tablestore.model.search.JsonType;
import com.alicloud.openservices.tablestore.model.search.ParallelScanRequest;
import com.alicloud.openservices.tablestore.model.search.QueryFlowWeight;
import com.alicloud.openservices.tablestore.model.search.ScanQuery;
import com.alicloud.openservices.tablestore.model.search.SearchHit;
import com.alicloud.openservices.tablestore.model.search.SearchQuery;
import com.alicloud.openservices.tablestore.model.search.SearchRequest;
import com.alicloud.openservices.tablestore.model.search.SearchResponse;
import com.alicloud.openservices.tablestore.model.search.SyncStat;
import com.alicloud.openservices.tablestore.model.search.UpdateSearchIndexRequest;
import com.alicloud.openservices.tablestore.model.search.agg.AggregationBuilders;
import com.alicloud.openservices.tablestore.model.search.filter.SearchFilter;
import com.alicloud.openservices.tablestore.model.search.query.QueryBuilder;
import com.alicloud.openservices.tablestore.model.search.query.QueryBuilders;
import com.alicloud.openservices.tablestore.model.search.query.ScoreMode;
import com.alicloud.openservices.tablestore.model.search.sort.FieldSort;
import com.alicloud.openservices.tablestore.model.search.sort.ScoreSort;
import com.alicloud.openservices.tablestore.model.search.sort.Sort;
import com.alicloud.openservices.tablestore.model.search.sort.SortOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Search indexes, above all the requests that the other SDKs cannot make. */
final class SearchTests {
  private SearchTests() {}

  static List<ConformanceTest> all() {
    List<ConformanceTest> tests = new ArrayList<>(fields());
    tests.addAll(changes());
    tests.addAll(queries());
    tests.addAll(hits());
    tests.addAll(SearchGroupTests.all());
    tests.addAll(scans());
    return tests;
  }

  static SearchQuery.Builder everything() {
    return SearchQuery.newBuilder().query(QueryBuilders.matchAll()).limit(10);
  }

  private static List<ConformanceTest> fields() {
    return List.of(
        test("Search fields", "IP", "by address or by network", t -> {
          SearchIndex index = sharedIndex(t);
          equal("a", index.found(QueryBuilders.term("ip", "192.168.1.7")));
          equal("a", index.found(QueryBuilders.term("ip", "192.168.1.1/24")));
          equal("a b", index.found(QueryBuilders.term("ip", "192.168.0.0/16")));
        }),
        test("Search fields", "FUZZY_KEYWORD", "by any part, case-sensitive", t -> {
          SearchIndex index = sharedIndex(t);
          equal("a b", index.found(QueryBuilders.wildcard("file", "*port*")));
          equal("b", index.found(QueryBuilders.prefix("file", "rep")));
        }),
        test("Search fields", "JSON", "as one object, or as nested objects", t -> {
          SearchIndex index = sharedIndex(t);
          equal("a b", index.found(
              QueryBuilders.bool()
                  .must(QueryBuilders.term("object.city", "B"))
                  .must(QueryBuilders.term("object.size", 1))));
          equal("b", index.found(
              QueryBuilders.nested()
                  .path("nested")
                  .scoreMode(ScoreMode.None)
                  .query(
                      QueryBuilders.bool()
                          .must(QueryBuilders.term("nested.city", "B"))
                          .must(QueryBuilders.term("nested.size", 1)))));
        }),
        test("DescribeSearchIndex", "schema", "of fields of JSON", t -> {
          SearchIndex index = sharedIndex(t);
          List<FieldSchema> schemas = index.describe().getSchema().getFieldSchemas();
          FieldSchema object = schemas.get(8);
          equal(FieldType.JSON, object.getFieldType());
          equal(JsonType.OBJECT, object.getJsonType());
          equal("size", object.getSubFieldSchemas().get(1).getFieldName());
          equal(JsonType.NESTED, schemas.get(9).getJsonType());
        }),
        test("DescribeSearchIndex", "status, phase and metering", "of an index that is up to date", t -> {
          DescribeSearchIndexResponse told = sharedIndex(t).describe();
          equal(SyncStat.SyncPhase.INCR, told.getSyncStat().getSyncPhase());
          equal("RUNNING", told.getIndexStatus().indexStatusEnum.name());
          equal(3L, told.getMeteringInfo().getRowCount());
          equal(-1, told.getTimeToLive());
        }));
  }

  private static List<String> weights(SearchIndex index) {
    return index.describe().getQueryFlowWeight().stream()
        .map(weight -> weight.getIndexName() + " " + weight.getWeight())
        .collect(Collectors.toList());
  }

  private static UpdateSearchIndexRequest change(SearchIndex index) {
    return new UpdateSearchIndexRequest(index.table, index.name);
  }

  private static List<ConformanceTest> changes() {
    FieldSchema more = new FieldSchema("more", FieldType.KEYWORD);
    return List.of(
        test("UpdateSearchIndex", "query weights", "are described in their order", t -> {
          SearchIndex index = SearchIndex.alone(t);
          SearchIndex other = index.reindex(more);
          equal(other.name, index.describe().getBrotherIndexName());
          index.client.updateSearchIndex(
              change(index).setQueryFlowWeight(
                  List.of(
                      new QueryFlowWeight(index.name, 20),
                      new QueryFlowWeight(other.name, 80))));
          equal(List.of("index 20", "index_reindex 80"), weights(index));
          equal(List.of("index 20", "index_reindex 80"), weights(other));
        }),
        test("UpdateSearchIndex", "switch", "exchanges the schemas of two names, and back", t -> {
          SearchIndex index = SearchIndex.alone(t);
          SearchIndex other = index.reindex(more);
          invalid(() -> index.found(QueryBuilders.term("more", "m")), null);
          index.client.updateSearchIndex(change(index).setSwitchIndexName(other.name));
          equal("a b", index.found(QueryBuilders.term("more", "m")));
          invalid(() -> other.found(QueryBuilders.term("more", "m")), null);
          index.client.updateSearchIndex(change(index).setSwitchIndexName(other.name));
          equal("a b", other.found(QueryBuilders.term("more", "m")));
        }),
        test("UpdateSearchIndex", "added fields", "have the values of all rows", t -> {
          SearchIndex index = SearchIndex.alone(t);
          int before = index.describe().getSchema().getFieldSchemas().size();
          index.client.updateSearchIndex(change(index).setAddedFieldSchemas(List.of(more)));
          equal(before + 1, index.describe().getSchema().getFieldSchemas().size());
          SearchIndex.awaitThat(() -> holds(index, QueryBuilders.term("more", "m"), "a b"));
        }));
  }

  /** Waits for a field that is being added: it is refused as unknown until it is built. */
  private static boolean holds(SearchIndex index, QueryBuilder query, String keys) {
    try {
      return index.found(query).equals(keys);
    } catch (TableStoreException unknown) {
      String message = unknown.getMessage();
      equal("OTSParameterInvalid", unknown.getErrorCode());
      isTrue(message.endsWith("does not exist"), message);
      return false;
    }
  }

  private static List<ConformanceTest> queries() {
    return List.of(
        test("Queries", "suffix", "case included", t -> {
          SearchIndex index = sharedIndex(t);
          equal("a", index.found(QueryBuilders.suffix("file", ".pdf")));
          invalid(() -> index.found(QueryBuilders.suffix("k", "x")), null);
        }),
        test("Queries", "match, minimum should match as text", "counts and percentages", t -> {
          SearchIndex index = sharedIndex(t);
          for (String minimum : List.of("2", "67%", "-1")) {
            equal("a", index.found(
                QueryBuilders.match("t", "quick brown cat").minShouldMatch(minimum)));
          }
          equal("a b", index.found(
              QueryBuilders.match("t", "quick brown cat").minShouldMatch("66%")));
          invalid(() -> index.found(QueryBuilders.match("t", "quick").minShouldMatch("few")), null);
        }),
        test("Queries", "bool, minimum should match as text", "counts and percentages", t -> {
          SearchIndex index = sharedIndex(t);
          for (String minimum : List.of("2", "67%", "-1")) {
            equal("a", index.found(
                QueryBuilders.bool()
                    .should(QueryBuilders.term("k", "x"))
                    .should(QueryBuilders.term("n", 1))
                    .should(QueryBuilders.term("n", 2))
                    .minShouldMatch(minimum)));
          }
        }),
        test("Queries", "match phrase, slop", "words at most so far apart", t -> {
          SearchIndex index = sharedIndex(t);
          equal("", index.found(QueryBuilders.matchPhrase("t", "quick fox")));
          equal("a b", index.found(QueryBuilders.matchPhrase("t", "quick fox").slop(1)));
        }),
        test("Queries", "dis max", "the best score and a fraction of the others", t -> {
          SearchIndex index = sharedIndex(t);
          SearchQuery.Builder query =
              SearchQuery.newBuilder()
                  .query(
                      QueryBuilders.disMax()
                          .addQuery(QueryBuilders.exists("n"))
                          .addQuery(QueryBuilders.exists("k"))
                          .tieBreaker(0.5f)
                          .weight(2f)
                          .build())
                  .sort(new Sort(List.of(new ScoreSort())));
          Map<String, Double> scores = new TreeMap<>();
          for (SearchHit hit : index.search(query).getSearchHits()) {
            scores.put(keys(List.of(hit.getRow())), hit.getScore());
          }
          equal("{a=3.0, b=3.0, c=2.0}", scores.toString());
        }),
        test("Queries", "filter after the query", "applies to totals and aggregations", t -> {
          SearchFilter filter =
              SearchFilter.newBuilder().query(QueryBuilders.term("k", "x")).build();
          SearchResponse response =
              sharedIndex(t).search(
                  everything()
                      .filter(filter)
                      .trackTotalCount(SearchQuery.TRACK_TOTAL_COUNT)
                      .addAggregation(AggregationBuilders.sum("sum", "m")));
          equal("a c", keys(response.getRows()));
          equal(2L, response.getTotalCount());
          equal(14.0, response.getAggregationResults().getAsSumAggregationResult("sum").getValue());
        }));
  }

  private static List<ConformanceTest> hits() {
    return List.of(
        test("Search", "columns to get", "all, some and none", t -> {
          SearchIndex index = sharedIndex(t);
          SearchRequest request = new SearchRequest(
              index.table,
              SearchIndex.NAME,
              everything().query(QueryBuilders.term("n", 1)).build());
          equal("", Testing.cells(index.client.search(request).getRows().get(0)));
          SearchRequest.ColumnsToGet some = new SearchRequest.ColumnsToGet();
          some.setColumns(List.of("n", "k"));
          request.setColumnsToGet(some);
          equal("k=x n=1", Testing.cells(index.client.search(request).getRows().get(0)));
        }),
        test("Search", "total count up to a number", "or none at all", t -> {
          SearchIndex index = sharedIndex(t);
          equal(-1L, index.search(everything()).getTotalCount());
          equal(3L, index.search(everything().trackTotalCount(100)).getTotalCount());
          isTrue(index.search(everything().trackTotalCount(2)).getTotalCount() >= 2, "two");
        }),
        test("Search", "pages by token", "through the SDK's iterator", t -> {
          SearchIndex index = sharedIndex(t);
          SearchQuery query = everything().limit(2).build();
          query.setSort(new Sort(List.of(new FieldSort("m", SortOrder.DESC))));
          equal("a b c", keys(drained(index.client.createSearchIterator(
              new SearchRequest(index.table, SearchIndex.NAME, query)))));
        }),
        test("Search", "missing index and table", "have different errors", t -> {
          SearchIndex index = sharedIndex(t);
          SearchRequest request = new SearchRequest(index.table, "missing", everything().build());
          String text = "search index [missing] does not exist";
          refused(() -> index.client.search(request), 404, "OTSObjectNotExist", text);
          request.setTableName(t.tableName());
          invalid(() -> index.client.search(request), null);
        }),
        test("Sorting of hits", "missing values", "first, as a value, or from other fields", t -> {
          SearchIndex index = sharedIndex(t);
          FieldSort sorter = new FieldSort("n", SortOrder.ASC);
          sorter.setMissingValue(FieldSort.FIRST_WHEN_MISSING);
          equal("c a b", sorted(index, sorter));
          sorter.setMissingValue(Testing.value(1L));
          equal("a c b", sorted(index, sorter));
          FieldSort other = new FieldSort("n", SortOrder.DESC);
          other.setMissingField("m");
          equal("c b a", sorted(index, other));
        }),
        test("Sorting of hits", "without the primary key", "equal rows in any order", t -> {
          Sort sort = new Sort(List.of(new FieldSort("m", SortOrder.ASC)), true);
          equal("c b a", keys(sharedIndex(t).search(everything().sort(sort)).getRows()));
        }));
  }

  private static String sorted(SearchIndex index, Sort.Sorter sorter) {
    return keys(index.search(everything().sort(new Sort(List.of(sorter)))).getRows());
  }

  private static List<ConformanceTest> scans() {
    return List.of(
        test("ParallelScan", "pages", "through the SDK's iterator, in a session", t -> {
          SearchIndex index = sharedIndex(t);
          ComputeSplitsResponse splits =
              index.client.computeSplits(
                  new ComputeSplitsRequest(
                      index.table, new SearchIndexSplitsOptions(SearchIndex.NAME)));
          equal(1, splits.getSplitsSize());
          ScanQuery query =
              ScanQuery.newBuilder()
                  .query(QueryBuilders.matchAll())
                  .limit(2)
                  .aliveTimeInSeconds(30)
                  .maxParallel(1)
                  .currentParallelId(0)
                  .build();
          ParallelScanRequest request =
              ParallelScanRequest.newBuilder()
                  .tableName(index.table)
                  .indexName(SearchIndex.NAME)
                  .scanQuery(query)
                  .addColumnsToGet("n")
                  .sessionId(splits.getSessionId())
                  .build();
          List<Row> rows = drained(index.client.createParallelScanIterator(request));
          equal(3, rows.size());
        }));
  }

  private static List<Row> drained(RowIterator iterator) {
    List<Row> rows = new ArrayList<>();
    while (iterator.hasNext()) {
      rows.add(iterator.next());
    }
    return rows;
  }
}
