package main

import (
	"fmt"

	"github.com/aliyun/aliyun-tablestore-go-sdk/tablestore"
)

func (t *testing) kept(filter tablestore.ColumnFilter) string {
	return t.cellsOf(t.plain(), t.pk(""), func(c *tablestore.SingleRowQueryCriteria) {
		c.Filter = filter
	})
}

func compare(
	name string, comparator tablestore.ComparatorType, value interface{},
) *tablestore.SingleColumnCondition {
	condition := tablestore.NewSingleColumnCondition(name, comparator, value)
	condition.LatestVersionOnly = true
	return condition
}

func combine(
	operator tablestore.LogicalOperator, parts ...tablestore.ColumnFilter,
) tablestore.ColumnFilter {
	filter := tablestore.NewCompositeColumnCondition(operator)
	for _, part := range parts {
		filter.AddFilter(part)
	}
	return filter
}

func comparisons(t *testing) error {
	put := t.put(t.plain(), t.pk(""), cell{"n", int64(1<<53 + 1), 0})
	more := compare("n", tablestore.CT_GREATER_THAN, int64(1<<53))
	same := compare("n", tablestore.CT_EQUAL, int64(1<<53))
	other := compare("n", tablestore.CT_NOT_EQUAL, "text")
	missing := compare("absent", tablestore.CT_EQUAL, int64(1))
	missing.FilterIfMissing = true
	row := "n=9007199254740993"
	return first(
		put,
		equal(row, t.kept(more)),
		equal("no row", t.kept(same)),
		equal("no row", t.kept(other)),
		equal("no row", t.kept(missing)),
		equal(row, t.kept(combine(tablestore.LO_OR, same, more))),
		equal("no row", t.kept(combine(tablestore.LO_AND, same, more))),
		equal(row, t.kept(combine(tablestore.LO_NOT, same))),
	)
}

func transfers(t *testing) error {
	put := t.put(t.plain(), t.pk(""), cell{"c", "t1:23", 0})
	kept := func(regex string, value int64) string {
		rule := tablestore.NewValueTransferRule(regex, tablestore.Variant_INTEGER)
		return t.kept(tablestore.NewSingleColumnValueRegexFilter(
			"c", tablestore.CT_GREATER_EQUAL, rule, value))
	}
	return first(
		put,
		equal("c=t1:23", kept("t1:([0-9]+)", 23)),
		equal("no row", kept("t1:([0-9]+)", 24)),
		equal("no row", kept("t2:([0-9]+)", 0)),
	)
}

func pagination(t *testing) error {
	columns := []cell{}
	for i := 0; i < 8; i++ {
		columns = append(columns, cell{fmt.Sprintf("c%d", i), int64(i), 0})
	}
	start := "c2"
	put := t.put(t.plain(), t.pk(""), columns...)
	return first(put, equal("c3=3 c4=4", t.cellsOf(t.plain(), t.pk(""),
		func(c *tablestore.SingleRowQueryCriteria) {
			c.StartColumn = &start
			c.Filter = &tablestore.PaginationFilter{Offset: 1, Limit: 2}
		})))
}

func columnCondition(t *testing) error {
	put := func(value int64) error {
		change := t.putChange(t.plain(), t.pk(""), cell{"c", int64(1), 0})
		change.SetColumnCondition(compare("c", tablestore.CT_EQUAL, value))
		_, err := t.client.PutRow(&tablestore.PutRowRequest{PutRowChange: change})
		return err
	}
	return first(t.put(t.plain(), t.pk(""), cell{"c", int64(1), 0}),
		conditionFailed(put(9)), put(1))
}

func filterTests() []conformanceTest {
	return []conformanceTest{
		test("Filters", "comparators, types and operators", "keep or drop the row", comparisons),
		test("Filters", "value transfer", "matches, casts, then compares", transfers),
		test("Filters", "column pagination", "counts columns in name order", pagination),
		test("Column conditions", "decides PutRow", "a false condition refuses the write", columnCondition),
	}
}
