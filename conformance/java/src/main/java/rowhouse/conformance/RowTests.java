package rowhouse.conformance;

import static rowhouse.conformance.ConformanceTest.test;
import static rowhouse.conformance.Testing.cells;
import static rowhouse.conformance.Testing.column;
import static rowhouse.conformance.Testing.conditionFailed;
import static rowhouse.conformance.Testing.equal;
import static rowhouse.conformance.Testing.invalid;
import static rowhouse.conformance.Testing.isTrue;
import static rowhouse.conformance.Testing.missingTable;
import static rowhouse.conformance.Testing.units;
import static rowhouse.conformance.Testing.value;
import static rowhouse.conformance.Testing.with;

import com.alicloud.openservices.tablestore.model.Column;
import com.alicloud.openservices.tablestore.model.Condition;
import com.alicloud.openservices.tablestore.model.DefinedColumnType;
import com.alicloud.openservices.tablestore.model.DeleteRowRequest;
import com.alicloud.openservices.tablestore.model.PrimaryKey;
import com.alicloud.openservices.tablestore.model.PrimaryKeyValue;
import com.alicloud.openservices.tablestore.model.PutRowRequest;
import com.alicloud.openservices.tablestore.model.ReturnType;
import com.alicloud.openservices.tablestore.model.Row;
import com.alicloud.openservices.tablestore.model.RowDeleteChange;
import com.alicloud.openservices.tablestore.model.RowExistenceExpectation;
import com.alicloud.openservices.tablestore.model.RowUpdateChange;
import com.alicloud.openservices.tablestore.model.TableOptions;
import com.alicloud.openservices.tablestore.model.TimeRange;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

final class RowTests {
  private static final long[] INTEGERS = {
    Long.MIN_VALUE, Long.MAX_VALUE, -(1L << 53) - 1, -(1L << 53), (1L << 53) - 1, (1L << 53) + 1, 0
  };

  private RowTests() {}

  private static RowUpdateChange increment(Testing t, String table, long by) {
    RowUpdateChange change = new RowUpdateChange(table, t.pk());
    change.increment(new Column("hits", value(by)));
    change.setReturnType(ReturnType.RT_AFTER_MODIFY);
    change.addReturnColumn("hits");
    return change;
  }

  private static Condition expect(RowExistenceExpectation expectation) {
    return new Condition(expectation);
  }

  static List<ConformanceTest> all() {
    List<ConformanceTest> tests = new ArrayList<>(writing());
    tests.addAll(reading());
    tests.addAll(counting());
    return tests;
  }

  private static List<ConformanceTest> writing() {
    return List.of(
        test("PutRow", "all value types", "are read as they were written", t -> {
          Column[] columns = {
            column("a", new byte[] {0, -1}),
            column("b", -1.5e-300),
            column("c", false),
            column("d", 42L),
            column("e", ""),
            column("f", "表格存储 🏮")
          };
          t.put(t.plain(), t.pk(), columns);
          Column[] seen = t.get(t.plain(), t.pk()).getColumns();
          for (int i = 0; i < columns.length; i += 1) {
            equal(columns[i].getValue(), seen[i].getValue());
          }
        }),
        test("PutRow", "64-bit integers", "are exact at the limits and around 2^53", t -> {
          for (long integer : INTEGERS) {
            t.put(t.plain(), t.pk(), column("c", integer));
            equal(integer, t.get(t.plain(), t.pk()).getLatestColumn("c").getValue().asLong());
          }
        }),
        test("PutRow", "replaces the row", "removes every old column and version", t -> {
          t.put(t.versioned(), t.pk(), column("a", 1L, 1), column("a", 2L, 2));
          t.put(t.versioned(), t.pk(), column("b", 3L));
          Row row =
              t.read(t.versioned(), t.pk(), read -> read.setMaxVersions(9)).getRow();
          equal("b=3", cells(row));
        }),
        test("PutRow", "Unicode text", "in keys, names and values", t -> {
          PrimaryKey key = t.pk("公司");
          t.put(t.plain(), key, column("🏮", "🏮"), column("公司", "表格"), column("ß", "é"));
          equal("ß=é 公司=表格 🏮=🏮", cells(t.get(t.plain(), key)));
        }),
        test("PutRow", "column name rules", "255 bytes, no leading #", t -> {
          t.put(t.plain(), t.pk(), column("公".repeat(85), 1L));
          for (String name : new String[] {"#公司", "公".repeat(85) + "a"}) {
            invalid(
                () -> t.put(t.plain(), t.pk(), column(name, 1L)),
                "Invalid column name: '" + name + "'.");
          }
        }),
        test("PutRow", "defined column types", "another type is refused", t -> {
          String table =
              t.own(
                  new TableOptions(-1, 1),
                  meta -> meta.addDefinedColumn("c", DefinedColumnType.INTEGER));
          t.put(table, t.pk(), column("c", 1L), column("other", "x"));
          invalid(
              () -> t.put(table, t.pk(), column("c", new byte[] {1})),
              "Invalid column type for column c expect VT_INTEGER actual VT_BLOB");
        }),
        test("PutRow", "return type", "returns the key when asked", t -> {
          PutRowRequest request = new PutRowRequest(t.putChange(t.numbered(), t.numbered(1)));
          request.getRowChange().setReturnType(ReturnType.RT_PK);
          equal(t.numbered(1), t.client.putRow(request).getRow().getPrimaryKey());
        }),
        test("PutRow", "missing table", "is refused", t ->
            missingTable(() -> t.put(t.tableName(), t.pk()))),
        test("UpdateRow", "put cells", "adds and overwrites, keeps the rest", t -> {
          t.put(t.plain(), t.pk(), column("a", 1L), column("b", 1L));
          t.update(
              new RowUpdateChange(t.plain(), t.pk())
                  .put("b", value("two"))
                  .put("c", value(true)));
          equal("a=1 b=two c=true", cells(t.get(t.plain(), t.pk())));
        }),
        test("UpdateRow", "delete one version", "and all versions of another column", t -> {
          t.put(t.versioned(), t.pk(), column("a", 1L, 1), column("a", 2L, 2), column("b", 1L));
          t.update(
              new RowUpdateChange(t.versioned(), t.pk()).deleteColumn("a", 2).deleteColumns("b"));
          equal(
              "a=1",
              cells(t.read(t.versioned(), t.pk(), read -> read.setMaxVersions(9)).getRow()));
        }),
        test("DeleteRow", "removes the row", "every column and version", t -> {
          t.put(t.versioned(), t.pk(), column("a", 1L, 1), column("a", 2L, 2));
          t.client.deleteRow(new DeleteRowRequest(new RowDeleteChange(t.versioned(), t.pk())));
          equal("no row", cells(t.get(t.versioned(), t.pk())));
        }),
        test("Row existence", "PutRow", "every expectation, with and without the row", t -> {
          String table = t.plain();
          RowExistenceExpectation exist = RowExistenceExpectation.EXPECT_EXIST;
          RowExistenceExpectation not = RowExistenceExpectation.EXPECT_NOT_EXIST;
          PutRowRequest mustExist =
              new PutRowRequest(
                  with(t.putChange(table, t.pk()), c -> c.setCondition(expect(exist))));
          PutRowRequest mustNotExist =
              new PutRowRequest(with(t.putChange(table, t.pk()), c -> c.setCondition(expect(not))));
          conditionFailed(() -> t.client.putRow(mustExist));
          equal("1,1", units(t.client.putRow(mustNotExist).getConsumedCapacity()));
          conditionFailed(() -> t.client.putRow(mustNotExist));
          equal("1,1", units(t.client.putRow(mustExist).getConsumedCapacity()));
          equal("0,1", units(t.put(table, t.pk()).getConsumedCapacity()));
        }));
  }

  private static String stamps(Row row) {
    List<String> stamps = new ArrayList<>();
    Arrays.asList(row.getColumns()).forEach(cell -> stamps.add(cell.getTimestamp() + ""));
    return String.join(" ", stamps);
  }

  private static List<ConformanceTest> reading() {
    return List.of(
        test("GetRow", "missing row", "is an empty reply", t ->
            equal("no row", cells(t.get(t.plain(), t.pk())))),
        test("GetRow", "missing table", "is an invalid parameter", t ->
            invalid(() -> t.get(t.tableName(), t.pk()), null)),
        test("GetRow", "version condition", "is needed", t -> {
          t.put(t.plain(), t.pk());
          invalid(
              () -> t.read(t.plain(), t.pk(), read -> {}), "No version condition is specified.");
        }),
        test("GetRow", "specific time", "returns exactly that version", t -> {
          t.put(t.versioned(), t.pk(), column("c", 1L, 1000), column("c", 2L, 2000));
          equal(
              "c=1",
              cells(t.read(t.versioned(), t.pk(), read -> read.setTimestamp(1000)).getRow()));
          equal(
              "", cells(t.read(t.versioned(), t.pk(), read -> read.setTimestamp(1500)).getRow()));
        }),
        test("GetRow", "time range", "alone returns every version in it", t -> {
          PrimaryKey key = t.pk();
          for (long stamp = 1; stamp <= 5; stamp += 1) {
            t.update(new RowUpdateChange(t.versioned(), key).put("c", value(stamp), stamp));
          }
          TimeRange range = new TimeRange(2, 5);
          equal(
              "4 3 2",
              stamps(t.read(t.versioned(), key, read -> read.setTimeRange(range)).getRow()));
        }),
        test("GetRow", "columns to get", "return these columns and always the whole key", t -> {
          t.put(t.numbered(), t.numbered(1), column("a", 1L), column("b", 2L), column("c", 3L));
          Row row =
              t.read(
                      t.numbered(),
                      t.numbered(1),
                      read -> {
                        read.setMaxVersions(1);
                        read.addColumnsToGet(new String[] {"c", "a"});
                      })
                  .getRow();
          equal("a=1 c=3", cells(row));
          equal(t.numbered(1), row.getPrimaryKey());
        }),
        test("GetRow", "start and end column", "start inclusive, end exclusive", t -> {
          t.put(t.plain(), t.pk(), column("a", 1L), column("b", 2L), column("c", 3L));
          equal(
              "b=2",
              cells(
                  t.read(
                          t.plain(),
                          t.pk(),
                          read -> {
                            read.setMaxVersions(1);
                            read.setStartColumn("b");
                            read.setEndColumn("c");
                          })
                      .getRow()));
        }));
  }

  private static List<ConformanceTest> counting() {
    return List.of(
        test("Atomic counters", "adds and subtracts", "returns the new value, not the key", t -> {
          Row row = t.update(increment(t, t.plain(), 10)).getRow();
          equal("hits=10", cells(row));
          isTrue(row.getPrimaryKey().isEmpty(), "a row without a key");
          equal("hits=7", cells(t.update(increment(t, t.plain(), -3)).getRow()));
        }),
        test("Atomic counters", "64-bit integers", "exact at the limits and around 2^53", t -> {
          long[][] sums = {
            {Long.MAX_VALUE - 1, 1, Long.MAX_VALUE},
            {Long.MIN_VALUE + 1, -1, Long.MIN_VALUE},
            {1L << 53, 1, (1L << 53) + 1}
          };
          for (long[] sum : sums) {
            t.put(t.plain(), t.pk(), column("hits", sum[0]));
            equal("hits=" + sum[2], cells(t.update(increment(t, t.plain(), sum[1])).getRow()));
          }
        }),
        test("Atomic counters", "overflow", "is refused and changes nothing", t -> {
          t.put(t.plain(), t.pk(), column("hits", Long.MAX_VALUE));
          invalid(() -> t.update(increment(t, t.plain(), 1)), null);
          equal("hits=" + Long.MAX_VALUE, cells(t.get(t.plain(), t.pk())));
        }),
        test("Auto-increment keys", "placeholder", "each put makes a row with a larger key", t -> {
          long last = 0;
          for (int i = 0; i < 3; i += 1) {
            PutRowRequest request =
                new PutRowRequest(
                    t.putChange(t.autoIncrement(), t.numbered(PrimaryKeyValue.AUTO_INCREMENT)));
            request.getRowChange().setReturnType(ReturnType.RT_PK);
            Row row = t.client.putRow(request).getRow();
            long next = row.getPrimaryKey().getPrimaryKeyColumn("n").getValue().asLong();
            isTrue(next > last, next + " after " + last);
            last = next;
          }
        }),
        test("Auto-increment keys", "full key", "never creates a row, IGNORE included", t -> {
          conditionFailed(() -> t.put(t.autoIncrement(), t.numbered(12_345)));
          t.client.deleteRow(
              new DeleteRowRequest(new RowDeleteChange(t.autoIncrement(), t.numbered(12_345))));
        }));
  }
}
