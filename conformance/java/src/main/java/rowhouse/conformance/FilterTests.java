package rowhouse.conformance;

import static rowhouse.conformance.ConformanceTest.test;
import static rowhouse.conformance.Testing.cells;
import static rowhouse.conformance.Testing.column;
import static rowhouse.conformance.Testing.conditionFailed;
import static rowhouse.conformance.Testing.equal;
import static rowhouse.conformance.Testing.invalid;
import static rowhouse.conformance.Testing.value;
import static rowhouse.conformance.Testing.with;

import com.alicloud.openservices.tablestore.model.Condition;
import com.alicloud.openservices.tablestore.model.PutRowRequest;
import com.alicloud.openservices.tablestore.model.Row;
import com.alicloud.openservices.tablestore.model.RowExistenceExpectation;
import com.alicloud.openservices.tablestore.model.filter.ColumnPaginationFilter;
import com.alicloud.openservices.tablestore.model.filter.ColumnValueFilter;
import com.alicloud.openservices.tablestore.model.filter.CompositeColumnValueFilter;
import com.alicloud.openservices.tablestore.model.filter.CompositeColumnValueFilter.LogicOperator;
import com.alicloud.openservices.tablestore.model.filter.Filter;
import com.alicloud.openservices.tablestore.model.filter.RegexRule;
import com.alicloud.openservices.tablestore.model.filter.RegexRule.CastType;
import com.alicloud.openservices.tablestore.model.filter.SingleColumnValueFilter;
import com.alicloud.openservices.tablestore.model.filter.SingleColumnValueFilter.CompareOperator;
import com.alicloud.openservices.tablestore.model.filter.SingleColumnValueRegexFilter;
import java.util.List;

final class FilterTests {
  private FilterTests() {}

  private static SingleColumnValueFilter compare(
      String name, CompareOperator operator, Object value) {
    return new SingleColumnValueFilter(name, operator, value(value));
  }

  private static ColumnValueFilter combine(LogicOperator operator, ColumnValueFilter... parts) {
    CompositeColumnValueFilter filter = new CompositeColumnValueFilter(operator);
    for (ColumnValueFilter part : parts) {
      filter.addFilter(part);
    }
    return filter;
  }

  private static SingleColumnValueRegexFilter transfer(
      String name, String regex, CastType cast, Object value) {
    return new SingleColumnValueRegexFilter(
        name,
        new RegexRule(regex, cast),
        SingleColumnValueRegexFilter.CompareOperator.GREATER_EQUAL,
        value(value));
  }

  private static boolean kept(Testing t, Filter filter) {
    Row row =
        t.read(
                t.plain(),
                t.pk(),
                read -> {
                  read.setMaxVersions(1);
                  read.setFilter(filter);
                })
            .getRow();
    return row != null;
  }

  static List<ConformanceTest> all() {
    return List.of(
        test("Filters", "comparators, types and operators", "keep or drop the whole row", t -> {
          t.put(
              t.plain(),
              t.pk(),
              column("double", -0.5),
              column("flag", false),
              column("odd", (1L << 53) + 1),
              column("text", "北京"));
          SingleColumnValueFilter odd =
              compare("odd", CompareOperator.GREATER_THAN, 1L << 53);
          SingleColumnValueFilter flag = compare("flag", CompareOperator.EQUAL, true);
          equal(true, kept(t, odd));
          equal(false, kept(t, flag));
          equal(true, kept(t, compare("text", CompareOperator.EQUAL, "北京")));
          equal(true, kept(t, compare("double", CompareOperator.LESS_EQUAL, -0.5)));
          equal(false, kept(t, compare("double", CompareOperator.NOT_EQUAL, "x")));
          equal(true, kept(t, combine(LogicOperator.OR, flag, odd)));
          equal(false, kept(t, combine(LogicOperator.AND, flag, odd)));
          equal(true, kept(t, combine(LogicOperator.NOT, flag)));
          SingleColumnValueFilter absent = compare("absent", CompareOperator.EQUAL, 1L);
          equal(true, kept(t, absent.setPassIfMissing(true)));
          equal(false, kept(t, absent.setPassIfMissing(false)));
        }),
        test("Filters", "value transfer", "matches, casts, then compares", t -> {
          t.put(t.plain(), t.pk(), column("c", "t1:23,t2:9"), column("n", 5L));
          equal(true, kept(t, transfer("c", "t1:([0-9]+)", CastType.VT_INTEGER, 23L)));
          equal(false, kept(t, transfer("c", "t1:([0-9]+)", CastType.VT_INTEGER, 24L)));
          equal(false, kept(t, transfer("c", "t2:([0-9]+)", CastType.VT_INTEGER, 10L)));
          equal(true, kept(t, transfer("c", "t2:([0-9]+)", CastType.VT_STRING, "10")));
          equal(true, kept(t, transfer("c", "[0-9]{2}", CastType.VT_DOUBLE, 22.5)));
          equal(false, kept(t, transfer("c", "t3:([0-9]+)", CastType.VT_INTEGER, 0L)));
          equal(false, kept(t, transfer("c", "(t1)", CastType.VT_INTEGER, 0L)));
          equal(false, kept(t, transfer("n", "([0-9]+)", CastType.VT_INTEGER, 0L)));
        }),
        test("Filters", "exist and not exist", "for the match of a transfer rule", t -> {
          t.put(t.plain(), t.pk(), column("c", "t1:23"));
          RegexRule found = new RegexRule("t1:([0-9]+)", CastType.VT_INTEGER);
          RegexRule lost = new RegexRule("t9:([0-9]+)", CastType.VT_INTEGER);
          SingleColumnValueRegexFilter.CompareOperator exist =
              SingleColumnValueRegexFilter.CompareOperator.EXIST;
          SingleColumnValueRegexFilter.CompareOperator not =
              SingleColumnValueRegexFilter.CompareOperator.NOT_EXIST;
          equal(true, kept(t, new SingleColumnValueRegexFilter("c", found, exist)));
          equal(false, kept(t, new SingleColumnValueRegexFilter("c", lost, exist)));
          equal(false, kept(t, new SingleColumnValueRegexFilter("c", found, not)));
          equal(true, kept(t, new SingleColumnValueRegexFilter("c", lost, not)));
        }),
        test("Filters", "column pagination", "counts columns in name order", t -> {
          for (char name = 'a'; name <= 'h'; name += 1) {
            t.update(
                new com.alicloud.openservices.tablestore.model.RowUpdateChange(t.plain(), t.pk())
                    .put(String.valueOf(name), value(1L)));
          }
          Row row =
              t.read(
                      t.plain(),
                      t.pk(),
                      read -> {
                        read.setMaxVersions(1);
                        read.setStartColumn("b");
                        read.setFilter(new ColumnPaginationFilter(2, 1));
                      })
                  .getRow();
          equal("c=1 d=1", cells(row));
        }),
        test("Filters", "limits", "at most 32 nodes", t -> {
          t.put(t.plain(), t.pk(), column("c", 1L));
          CompositeColumnValueFilter filter = new CompositeColumnValueFilter(LogicOperator.OR);
          for (int i = 0; i < 31; i += 1) {
            filter.addFilter(compare("c", CompareOperator.EQUAL, (long) i));
          }
          equal(true, kept(t, filter));
          filter.addFilter(compare("c", CompareOperator.EQUAL, 1L));
          invalid(() -> kept(t, filter), "The count of filter exceeds the max: 32.");
        }),
        test("Column conditions", "decides PutRow", "a false condition refuses the write", t -> {
          t.put(t.plain(), t.pk(), column("c", 1L));
          Condition unmet = new Condition(RowExistenceExpectation.IGNORE);
          unmet.setColumnCondition(
              compare("c", CompareOperator.EQUAL, 9L).setPassIfMissing(true).toCondition());
          PutRowRequest request =
              new PutRowRequest(
                  with(t.putChange(t.plain(), t.pk()), change -> change.setCondition(unmet)));
          conditionFailed(() -> t.client.putRow(request));
          unmet.setColumnCondition(compare("c", CompareOperator.EQUAL, 1L).toCondition());
          t.client.putRow(request);
        }));
  }
}
