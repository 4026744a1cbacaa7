package rowhouse.conformance;

import static rowhouse.conformance.Testing.column;

import com.alicloud.openservices.tablestore.SyncClient;
import com.alicloud.openservices.tablestore.model.PrimaryKey;
import com.alicloud.openservices.tablestore.model.PrimaryKeyBuilder;
import com.alicloud.openservices.tablestore.model.PrimaryKeyValue;
import com.alicloud.openservices.tablestore.model.PutRowRequest;
import com.alicloud.openservices.tablestore.model.Row;
import com.alicloud.openservices.tablestore.model.RowPutChange;
import com.alicloud.openservices.tablestore.model.TableOptions;
import com.alicloud.openservices.tablestore.model.search.CreateSearchIndexRequest;
import com.alicloud.openservices.tablestore.model.search.DescribeSearchIndexRequest;
import com.alicloud.openservices.tablestore.model.search.DescribeSearchIndexResponse;
import com.alicloud.openservices.tablestore.model.search.FieldSchema;
import com.alicloud.openservices.tablestore.model.search.FieldType;
import com.alicloud.openservices.tablestore.model.search.IndexSchema;
import com.alicloud.openservices.tablestore.model.search.JsonType;
import com.alicloud.openservices.tablestore.model.search.SearchQuery;
import com.alicloud.openservices.tablestore.model.search.SearchRequest;
import com.alicloud.openservices.tablestore.model.search.SearchResponse;
import com.alicloud.openservices.tablestore.model.search.query.QueryBuilder;
import com.alicloud.openservices.tablestore.model.search.query.QueryBuilders;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** One index over three rows, shared by the tests. */
final class SearchIndex {
  static final String NAME = "index";
  private static final int ROWS = 3;
  private static final int PAUSES_MAX = 3000;

  final SyncClient client;
  final String table;

  final String name;

  private SearchIndex(SyncClient client, String table, String name) {
    this.client = client;
    this.table = table;
    this.name = name;
  }

  /** The same rows and index for one test alone. */
  static SearchIndex alone(Testing t) {
    String table = t.own(new TableOptions(-1, 1), meta -> {});
    fill(t.client, table);
    return new SearchIndex(t.client, table, NAME);
  }

  /** A reindex of this one, with one more field, that has all rows. */
  SearchIndex reindex(FieldSchema more) {
    CreateSearchIndexRequest request = new CreateSearchIndexRequest(table, name + "_reindex");
    request.setSourceIndexName(name);
    IndexSchema larger = schema();
    larger.addFieldSchema(more);
    request.setIndexSchema(larger);
    client.createSearchIndex(request);
    SearchIndex made = new SearchIndex(client, table, request.getIndexName());
    made.await(ROWS);
    return made;
  }

  static SearchIndex sharedIndex(Testing t) {
    String table = t.filled("search", made -> fill(t.client, made));
    return new SearchIndex(t.client, table, NAME);
  }

  private static FieldSchema json(String name, JsonType type) {
    return new FieldSchema(name, FieldType.JSON)
        .setJsonType(type)
        .setSubFieldSchemas(
            List.of(
                new FieldSchema("city", FieldType.KEYWORD),
                new FieldSchema("size", FieldType.LONG)));
  }

  private static IndexSchema schema() {
    IndexSchema schema = new IndexSchema();
    List.of(
            new FieldSchema("k", FieldType.KEYWORD).setEnableSortAndAgg(true),
            new FieldSchema("n", FieldType.LONG).setEnableSortAndAgg(true),
            new FieldSchema("m", FieldType.LONG).setEnableSortAndAgg(true),
            new FieldSchema("t", FieldType.TEXT),
            new FieldSchema("day", FieldType.DATE).setDateFormats(List.of("yyyy-MM-dd")),
            new FieldSchema("g", FieldType.GEO_POINT),
            new FieldSchema("ip", FieldType.IP),
            new FieldSchema("file", FieldType.FUZZY_KEYWORD),
            json("object", JsonType.OBJECT),
            json("nested", JsonType.NESTED))
        .forEach(schema::addFieldSchema);
    return schema;
  }

  private static void fill(SyncClient client, String table) {
    CreateSearchIndexRequest request = new CreateSearchIndexRequest(table, NAME);
    request.setIndexSchema(schema());
    client.createSearchIndex(request);
    String two = "[{\"city\":\"H\",\"size\":1},{\"city\":\"B\",\"size\":9}]";
    String one = "{\"city\":\"B\",\"size\":1}";
    put(client, table, "a", row -> row
        .addColumn(column("k", "x")).addColumn(column("n", 1L)).addColumn(column("m", 9L))
        .addColumn(column("t", "quick brown fox")).addColumn(column("day", "2024-01-05"))
        .addColumn(column("g", "30.1,120.1")).addColumn(column("ip", "192.168.1.7"))
        .addColumn(column("file", "Report-2024.pdf")).addColumn(column("more", "m"))
        .addColumn(column("object", two)).addColumn(column("nested", two)));
    put(client, table, "b", row -> row
        .addColumn(column("k", "y")).addColumn(column("n", 2L)).addColumn(column("m", 8L))
        .addColumn(column("t", "quick red fox")).addColumn(column("day", "2024-01-20"))
        .addColumn(column("g", "30.2,120.2")).addColumn(column("ip", "192.168.2.7"))
        .addColumn(column("file", "report.txt")).addColumn(column("more", "m"))
        .addColumn(column("object", one)).addColumn(column("nested", one)));
    put(client, table, "c", row -> row
        .addColumn(column("k", "x")).addColumn(column("m", 5L))
        .addColumn(column("t", "lazy dog")).addColumn(column("day", "2024-03-01"))
        .addColumn(column("g", "5,6")).addColumn(column("ip", "10.0.0.1"))
        .addColumn(column("file", "photo.PDF")));
    new SearchIndex(client, table, NAME).await(ROWS);
  }

  private static void put(
      SyncClient client, String table, String pk, Consumer<RowPutChange> columns) {
    PrimaryKey key =
        PrimaryKeyBuilder.createPrimaryKeyBuilder()
            .addPrimaryKeyColumn("pk", PrimaryKeyValue.fromString(pk))
            .build();
    client.putRow(new PutRowRequest(Testing.with(new RowPutChange(table, key), columns)));
  }

  SearchResponse search(SearchQuery.Builder query) {
    return client.search(new SearchRequest(table, name, query.build()));
  }

  DescribeSearchIndexResponse describe() {
    DescribeSearchIndexRequest request = new DescribeSearchIndexRequest();
    request.setTableName(table);
    request.setIndexName(name);
    return client.describeSearchIndex(request);
  }

  /** The keys of the hits in their order, as one text. */
  String found(QueryBuilder query) {
    return keys(search(SearchQuery.newBuilder().query(query).limit(10)).getRows());
  }

  static String keys(List<Row> rows) {
    return rows.stream()
        .map(row -> row.getPrimaryKey().getPrimaryKeyColumn("pk").getValue().asString())
        .collect(Collectors.joining(" "));
  }

  /** Waits for the index, which is updated shortly after its table. */
  private void await(long rows) {
    SearchQuery.Builder all =
        SearchQuery.newBuilder()
            .query(QueryBuilders.matchAll())
            .limit(0)
            .trackTotalCount(SearchQuery.TRACK_TOTAL_COUNT);
    awaitThat(() -> search(all).getTotalCount() == rows);
  }

  static void awaitThat(BooleanSupplier holds) {
    for (int pauses = 0; !holds.getAsBoolean(); pauses += 1) {
      Testing.isTrue(pauses < PAUSES_MAX, "waited too long");
      try {
        Thread.sleep(20);
      } catch (InterruptedException interrupted) {
        throw new IllegalStateException(interrupted);
      }
    }
  }
}
