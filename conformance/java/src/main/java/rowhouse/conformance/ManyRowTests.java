package rowhouse.conformance;

import static rowhouse.conformance.ConformanceTest.test;
import static rowhouse.conformance.Testing.cells;
import static rowhouse.conformance.Testing.column;
import static rowhouse.conformance.Testing.equal;
import static rowhouse.conformance.Testing.invalid;
import static rowhouse.conformance.Testing.isTrue;
import static rowhouse.conformance.Testing.value;

import com.alicloud.openservices.tablestore.model.BatchGetRowRequest;
import com.alicloud.openservices.tablestore.model.BatchGetRowResponse;
import com.alicloud.openservices.tablestore.model.BatchWriteRowRequest;
import com.alicloud.openservices.tablestore.model.BatchWriteRowResponse;
import com.alicloud.openservices.tablestore.model.Condition;
import com.alicloud.openservices.tablestore.model.Direction;
import com.alicloud.openservices.tablestore.model.GetRangeRequest;
import com.alicloud.openservices.tablestore.model.GetRangeResponse;
import com.alicloud.openservices.tablestore.model.MultiRowQueryCriteria;
import com.alicloud.openservices.tablestore.model.PrimaryKeyValue;
import com.alicloud.openservices.tablestore.model.RangeIteratorParameter;
import com.alicloud.openservices.tablestore.model.RangeRowQueryCriteria;
import com.alicloud.openservices.tablestore.model.Row;
import com.alicloud.openservices.tablestore.model.RowChange;
import com.alicloud.openservices.tablestore.model.RowDeleteChange;
import com.alicloud.openservices.tablestore.model.RowExistenceExpectation;
import com.alicloud.openservices.tablestore.model.RowPutChange;
import com.alicloud.openservices.tablestore.model.RowUpdateChange;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;

final class ManyRowTests {
  private ManyRowTests() {}

  private static BatchWriteRowResponse write(
      Testing t, Consumer<BatchWriteRowRequest> more, RowChange... changes) {
    BatchWriteRowRequest request = new BatchWriteRowRequest();
    for (RowChange change : changes) {
      request.addRowChange(change);
    }
    more.accept(request);
    return t.client.batchWriteRow(request);
  }

  private static void fill(Testing t, int count) {
    for (int from = 1; from <= count; from += 200) {
      BatchWriteRowRequest request = new BatchWriteRowRequest();
      for (int n = from; n < Math.min(from + 200, count + 1); n += 1) {
        request.addRowChange(t.putChange(t.numbered(), t.numbered(n), column("c", (long) n)));
      }
      isTrue(t.client.batchWriteRow(request).isAllSucceed(), "filled");
    }
  }

  private static RangeRowQueryCriteria range(
      Testing t, PrimaryKeyValue start, PrimaryKeyValue end, Direction direction) {
    RangeRowQueryCriteria criteria = new RangeRowQueryCriteria(t.numbered());
    criteria.setInclusiveStartPrimaryKey(t.numbered(start));
    criteria.setExclusiveEndPrimaryKey(t.numbered(end));
    criteria.setDirection(direction);
    criteria.setMaxVersions(1);
    return criteria;
  }

  private static String numbers(List<Row> rows) {
    List<String> numbers = new ArrayList<>();
    rows.forEach(row -> numbers.add(row.getPrimaryKey().getPrimaryKeyColumn("n").getValue() + ""));
    return String.join(" ", numbers);
  }

  static List<ConformanceTest> all() {
    List<ConformanceTest> tests = new ArrayList<>(ranges());
    tests.addAll(batches());
    return tests;
  }

  private static List<ConformanceTest> ranges() {
    PrimaryKeyValue low = PrimaryKeyValue.INF_MIN;
    PrimaryKeyValue high = PrimaryKeyValue.INF_MAX;
    return List.of(
        test("GetRange", "both directions", "start inclusive, end exclusive", t -> {
          fill(t, 5);
          PrimaryKeyValue two = PrimaryKeyValue.fromLong(2);
          PrimaryKeyValue four = PrimaryKeyValue.fromLong(4);
          GetRangeResponse up =
              t.client.getRange(new GetRangeRequest(range(t, two, four, Direction.FORWARD)));
          equal("2 3", numbers(up.getRows()));
          isTrue(up.getNextStartPrimaryKey() == null, "finished");
          GetRangeResponse down =
              t.client.getRange(new GetRangeRequest(range(t, four, two, Direction.BACKWARD)));
          equal("4 3", numbers(down.getRows()));
        }),
        test("GetRange", "begin and end", "must fit the direction", t -> {
          invalid(
              () -> t.client.getRange(new GetRangeRequest(range(t, high, low, Direction.FORWARD))),
              "Begin key must less than end key in FORWARD");
          invalid(
              () -> t.client.getRange(new GetRangeRequest(range(t, low, high, Direction.BACKWARD))),
              "Begin key must more than end key in BACKWARD");
        }),
        test("GetRange", "limit and next key", "next is the first row not read", t -> {
          fill(t, 5);
          RangeRowQueryCriteria criteria = range(t, low, high, Direction.FORWARD);
          criteria.setLimit(3);
          GetRangeResponse page = t.client.getRange(new GetRangeRequest(criteria));
          equal("1 2 3", numbers(page.getRows()));
          equal(t.numbered(4), page.getNextStartPrimaryKey());
        }),
        test("GetRange", "5000 rows", "end a page, unless nothing follows", t -> {
          fill(t, 5001);
          GetRangeRequest whole = new GetRangeRequest(range(t, low, high, Direction.FORWARD));
          GetRangeResponse page = t.client.getRange(whole);
          equal(5000, page.getRows().size());
          equal(t.numbered(5001), page.getNextStartPrimaryKey());
          PrimaryKeyValue end = PrimaryKeyValue.fromLong(5001);
          GetRangeRequest exact = new GetRangeRequest(range(t, low, end, Direction.FORWARD));
          isTrue(t.client.getRange(exact).getNextStartPrimaryKey() == null, "nothing follows");
          Iterator<Row> all =
              t.client.createRangeIterator(
                  new RangeIteratorParameter(range(t, high, low, Direction.BACKWARD)));
          int count = 0;
          while (all.hasNext()) {
            all.next();
            count += 1;
          }
          equal(5001, count);
        }),
        test("GetRange", "version condition", "is needed", t -> {
          RangeRowQueryCriteria criteria = new RangeRowQueryCriteria(t.numbered());
          criteria.setInclusiveStartPrimaryKey(t.numbered(low));
          criteria.setExclusiveEndPrimaryKey(t.numbered(high));
          invalid(
              () -> t.client.getRange(new GetRangeRequest(criteria)),
              "No version condition is specified.");
        }));
  }

  private static List<ConformanceTest> batches() {
    return List.of(
        test("BatchWriteRow", "puts, updates and deletes", "in the order sent", t -> {
          t.put(t.plain(), t.pk("c"));
          BatchWriteRowResponse reply =
              write(
                  t,
                  request -> {},
                  t.putChange(t.plain(), t.pk("a"), column("v", 1L)),
                  new RowUpdateChange(t.plain(), t.pk("b")).put("v", value(2L)),
                  new RowDeleteChange(t.plain(), t.pk("c")));
          isTrue(reply.isAllSucceed(), "all succeed");
          equal("v=1", cells(t.get(t.plain(), t.pk("a"))));
          equal("v=2", cells(t.get(t.plain(), t.pk("b"))));
          equal("no row", cells(t.get(t.plain(), t.pk("c"))));
        }),
        test("BatchWriteRow", "partial failure", "a failed condition concerns its row alone", t -> {
          RowPutChange bad = t.putChange(t.plain(), t.pk("1"));
          bad.setCondition(new Condition(RowExistenceExpectation.EXPECT_EXIST));
          BatchWriteRowResponse reply =
              write(t, request -> {}, bad, t.putChange(t.plain(), t.pk("2")));
          equal(1, reply.getFailedRows().size());
          equal("OTSConditionCheckFail", reply.getFailedRows().get(0).getError().getCode());
          equal(0, reply.getFailedRows().get(0).getIndex());
        }),
        test("BatchGetRow", "rows of several tables", "come in the order asked for", t -> {
          t.put(t.plain(), t.pk(), column("a", 1L));
          t.put(t.numbered(), t.numbered(1), column("b", 2L));
          MultiRowQueryCriteria one = new MultiRowQueryCriteria(t.plain());
          one.addRow(t.pk("absent")).addRow(t.pk()).setMaxVersions(1);
          MultiRowQueryCriteria two = new MultiRowQueryCriteria(t.numbered());
          two.addRow(t.numbered(1)).setMaxVersions(1);
          BatchGetRowRequest request = new BatchGetRowRequest();
          request.addMultiRowQueryCriteria(one);
          request.addMultiRowQueryCriteria(two);
          BatchGetRowResponse reply = t.client.batchGetRow(request);
          List<BatchGetRowResponse.RowResult> rows = reply.getBatchGetRowResult(t.plain());
          equal("no row", cells(rows.get(0).getRow()));
          equal("a=1", cells(rows.get(1).getRow()));
          equal("b=2", cells(reply.getBatchGetRowResult(t.numbered()).get(0).getRow()));
        }),
        test("BatchGetRow", "missing table", "is an error for its rows alone", t -> {
          MultiRowQueryCriteria gone = new MultiRowQueryCriteria(t.tableName());
          gone.addRow(t.pk()).setMaxVersions(1);
          BatchGetRowRequest request = new BatchGetRowRequest();
          request.addMultiRowQueryCriteria(gone);
          BatchGetRowResponse.RowResult failed = t.client.batchGetRow(request).getFailedRows().get(0);
          equal("OTSObjectNotExist", failed.getError().getCode());
          equal("Requested table does not exist.", failed.getError().getMessage());
        }));
  }
}
