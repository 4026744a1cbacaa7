package rowhouse.conformance;

import static rowhouse.conformance.ConformanceTest.test;
import static rowhouse.conformance.SearchIndex.sharedIndex;
import static rowhouse.conformance.SearchTests.everything;
import static rowhouse.conformance.Testing.equal;
import static rowhouse.conformance.Testing.invalid;

import com.alicloud.openservices.tablestore.model.search.DateTimeUnit;
import com.alicloud.openservices.tablestore.model.search.GeoHashPrecision;
import com.alicloud.openservices.tablestore.model.search.agg.AggregationBuilders;
import com.alicloud.openservices.tablestore.model.search.groupby.GroupByBuilders;
import com.alicloud.openservices.tablestore.model.search.groupby.GroupByComposite;
import com.alicloud.openservices.tablestore.model.search.groupby.GroupByCompositeResult;
import com.alicloud.openservices.tablestore.model.search.groupby.GroupByDateHistogramItem;
import com.alicloud.openservices.tablestore.model.search.groupby.GroupByFieldResultItem;
import com.alicloud.openservices.tablestore.model.search.groupby.GroupByGeoGridResultItem;
import com.alicloud.openservices.tablestore.model.search.groupby.GroupByResults;
import java.util.ArrayList;
import java.util.List;

/** Group-bys over the rows that a search finds. */
final class SearchGroupTests {
  private SearchGroupTests() {}

  static List<ConformanceTest> all() {
    return List.of(
        test("Group-bys", "field", "with an aggregation inside", t -> {
          List<String> seen = new ArrayList<>();
          GroupByResults results =
              sharedIndex(t).search(
                  everything()
                      .addGroupBy(
                          GroupByBuilders.groupByField("g", "k")
                              .addSubAggregation(AggregationBuilders.sum("s", "m"))))
                  .getGroupByResults();
          for (GroupByFieldResultItem item :
              results.getAsGroupByFieldResult("g").getGroupByFieldResultItems()) {
            double sum =
                item.getSubAggregationResults().getAsSumAggregationResult("s").getValue();
            seen.add(item.getKey() + " " + item.getRowCount() + " " + sum);
          }
          equal(List.of("x 2 14.0", "y 1 8.0"), seen);
        }),
        test("Group-bys", "date histogram", "months", t -> {
          List<String> seen = new ArrayList<>();
          GroupByResults results =
              sharedIndex(t).search(
                  everything()
                      .addGroupBy(
                          GroupByBuilders.groupByDateHistogram("g", "day")
                              .interval(1, DateTimeUnit.MONTH)
                              .fieldRange("2024-01-01", "2024-04-01")
                              .minDocCount(0)))
                  .getGroupByResults();
          for (GroupByDateHistogramItem item :
              results.getAsGroupByDateHistogramResult("g").getGroupByDateHistogramItems()) {
            seen.add(item.getTimestamp() + " " + item.getRowCount());
          }
          equal(List.of("1704067200000 2", "1706745600000 0", "1709251200000 1"), seen);
        }),
        test("Group-bys", "geo grid", "cells by their geohash", t -> {
          GroupByResults results =
              sharedIndex(t).search(
                  everything()
                      .addGroupBy(
                          GroupByBuilders.groupByGeoGrid("g", "g")
                              .precision(GeoHashPrecision.GHP_5009KM_4992KM_1)))
                  .getGroupByResults();
          List<GroupByGeoGridResultItem> items =
              results.getAsGroupByGeoGridResult("g").getGroupByGeoGridResultItems();
          equal("w", items.get(0).getKey());
          equal(2L, items.get(0).getRowCount());
          equal("s", items.get(1).getKey());
          equal(45.0, items.get(1).getGeoGrid().getTopLeft().getLat());
          equal(0.0, items.get(1).getGeoGrid().getTopLeft().getLon());
        }),
        test("Group-bys", "composite", "page by page, every group once", t -> {
          SearchIndex index = sharedIndex(t);
          List<String> seen = new ArrayList<>();
          String token = null;
          do {
            GroupByCompositeResult page =
                index.search(
                    everything()
                        .addGroupBy(
                            GroupByBuilders.groupByComposite("g")
                                .addSources(GroupByBuilders.groupByField("k", "k"))
                                .addSources(GroupByBuilders.groupByField("n", "n"))
                                .size(2)
                                .nextToken(token)))
                    .getGroupByResults()
                    .getAsGroupByCompositeResult("g");
            equal(List.of("k", "n"), page.getSourceNames());
            page.getGroupByCompositeResultItems()
                .forEach(item -> seen.add(item.getKeys() + " " + item.getRowCount()));
            token = page.getNextToken();
          } while (token != null);
          seen.sort(null);
          equal(List.of("[x, 1] 1", "[x, null] 1", "[y, 2] 1"), seen);
        }),
        test("Group-bys", "composite, suggested size", "is lowered to the limit", t -> {
          SearchIndex index = sharedIndex(t);
          GroupByComposite.Builder asked =
              GroupByBuilders.groupByComposite("g")
                  .addSources(GroupByBuilders.groupByField("k", "k"))
                  .suggestedSize(3000);
          equal(2, index.search(everything().addGroupBy(asked))
              .getGroupByResults()
              .getAsGroupByCompositeResult("g")
              .getGroupByCompositeResultItems()
              .size());
          invalid(() -> index.search(everything().addGroupBy(asked.size(3000))), null);
        }));
  }
}
