package main

import (
	"fmt"
	"math"
	"strings"

	"github.com/aliyun/aliyun-tablestore-go-sdk/tablestore"
)

const (
	ignore   = tablestore.RowExistenceExpectation_IGNORE
	exist    = tablestore.RowExistenceExpectation_EXPECT_EXIST
	notExist = tablestore.RowExistenceExpectation_EXPECT_NOT_EXIST
)

type cell struct {
	name  string
	value interface{}
	stamp int64
}

func (t *testing) putChange(
	table string, key *tablestore.PrimaryKey, cells ...cell,
) *tablestore.PutRowChange {
	change := &tablestore.PutRowChange{TableName: table, PrimaryKey: key}
	for _, c := range cells {
		if c.stamp == 0 {
			change.AddColumn(c.name, c.value)
		} else {
			change.AddColumnWithTimestamp(c.name, c.value, c.stamp)
		}
	}
	change.SetCondition(ignore)
	return change
}

func (t *testing) put(table string, key *tablestore.PrimaryKey, cells ...cell) error {
	_, err := t.client.PutRow(
		&tablestore.PutRowRequest{PutRowChange: t.putChange(table, key, cells...)})
	return err
}

func (t *testing) get(
	table string, key *tablestore.PrimaryKey, change func(*tablestore.SingleRowQueryCriteria),
) (*tablestore.GetRowResponse, error) {
	criteria := &tablestore.SingleRowQueryCriteria{TableName: table, PrimaryKey: key, MaxVersion: 1}
	if change != nil {
		change(criteria)
	}
	return t.client.GetRow(&tablestore.GetRowRequest{SingleRowQueryCriteria: criteria})
}

// cells are "name=value" of every cell, newest version first, for comparison.
func cells(columns []*tablestore.AttributeColumn) string {
	texts := []string{}
	for _, column := range columns {
		texts = append(texts, fmt.Sprintf("%s=%v", column.ColumnName, column.Value))
	}
	return strings.Join(texts, " ")
}

func (t *testing) cellsOf(
	table string, key *tablestore.PrimaryKey, change func(*tablestore.SingleRowQueryCriteria),
) string {
	reply, err := t.get(table, key, change)
	if err != nil {
		return err.Error()
	}
	if len(reply.PrimaryKey.PrimaryKeys) == 0 {
		return "no row"
	}
	return cells(reply.Columns)
}

func allVersions(criteria *tablestore.SingleRowQueryCriteria) { criteria.MaxVersion = 10 }

func (t *testing) update(
	table string, key *tablestore.PrimaryKey, change func(*tablestore.UpdateRowChange),
) (*tablestore.UpdateRowResponse, error) {
	row := &tablestore.UpdateRowChange{TableName: table, PrimaryKey: key}
	row.SetCondition(ignore)
	change(row)
	return t.client.UpdateRow(&tablestore.UpdateRowRequest{UpdateRowChange: row})
}

func increments(t *testing) error {
	add := func(by int64) string {
		reply, err := t.update(t.plain(), t.pk(""), func(c *tablestore.UpdateRowChange) {
			c.IncrementColumn("hits", by)
			c.SetReturnIncrementValue()
			c.AppendIncrementColumnToReturn("hits")
		})
		if err != nil {
			return err.Error()
		}
		return cells(reply.Columns)
	}
	for _, sum := range [][3]int64{
		{0, 7, 7},
		{math.MaxInt64 - 1, 1, math.MaxInt64},
		{math.MinInt64 + 1, -1, math.MinInt64},
		{1 << 53, 1, 1<<53 + 1},
	} {
		if err := first(
			t.put(t.plain(), t.pk(""), cell{"hits", sum[0], 0}),
			equal(fmt.Sprintf("hits=%d", sum[2]), add(sum[1])),
		); err != nil {
			return err
		}
	}
	return nil
}

func autoIncrements(t *testing) error {
	var last int64
	for i := 0; i < 3; i++ {
		key := t.pk("")
		key.AddPrimaryKeyColumnWithAutoIncrement("n")
		change := t.putChange(t.autoIncrement(), key, cell{"v", int64(i), 0})
		change.SetReturnPk()
		reply, err := t.client.PutRow(&tablestore.PutRowRequest{PutRowChange: change})
		if err != nil {
			return err
		}
		next, ok := reply.PrimaryKey.PrimaryKeys[1].Value.(int64)
		if !ok || next <= last {
			return fmt.Errorf("%v after %d", reply.PrimaryKey.PrimaryKeys[1].Value, last)
		}
		last = next
	}
	return nil
}

func existence(t *testing) error {
	put := func(expectation tablestore.RowExistenceExpectation) error {
		change := t.putChange(t.plain(), t.pk(""))
		change.SetCondition(expectation)
		_, err := t.client.PutRow(&tablestore.PutRowRequest{PutRowChange: change})
		return err
	}
	return first(
		conditionFailed(put(exist)), put(notExist), conditionFailed(put(notExist)), put(exist))
}

func rowTests() []conformanceTest {
	return []conformanceTest{
		test("PutRow", "all value types", "are read as they were written", func(t *testing) error {
			err := t.put(t.plain(), t.pk(""), cell{"a", []byte{0, 255}, 0}, cell{"b", -1.5, 0},
				cell{"c", false, 0}, cell{"d", int64(42), 0}, cell{"e", "表格存储", 0})
			want := "a=[0 255] b=-1.5 c=false d=42 e=表格存储"
			return first(err, equal(want, t.cellsOf(t.plain(), t.pk(""), nil)))
		}),
		test("PutRow", "64-bit integers", "are exact at the limits and around 2^53",
			func(t *testing) error {
				for _, n := range []int64{math.MinInt64, math.MaxInt64, 1<<53 + 1, -1<<53 - 1} {
					if err := first(
						t.put(t.plain(), t.pk(""), cell{"c", n, 0}),
						equal(fmt.Sprintf("c=%d", n), t.cellsOf(t.plain(), t.pk(""), nil)),
					); err != nil {
						return err
					}
				}
				return nil
			}),
		test("PutRow", "replaces the row", "removes every old column and version",
			func(t *testing) error {
				return first(
					t.put(t.versioned(), t.pk(""), cell{"a", int64(1), 1}, cell{"a", int64(2), 2}),
					equal("a=2 a=1", t.cellsOf(t.versioned(), t.pk(""), allVersions)),
					t.put(t.versioned(), t.pk(""), cell{"b", int64(3), 0}),
					equal("b=3", t.cellsOf(t.versioned(), t.pk(""), allVersions)),
				)
			}),
		test("PutRow", "missing table", "is refused", func(t *testing) error {
			return missingTable(t.put(t.tableName(), t.pk("")))
		}),
		test("GetRow", "missing row", "is an empty reply", func(t *testing) error {
			return equal("no row", t.cellsOf(t.plain(), t.pk(""), nil))
		}),
		test("GetRow", "missing table", "is an invalid parameter", func(t *testing) error {
			_, err := t.get(t.tableName(), t.pk(""), nil)
			return invalid(err, "")
		}),
		test("GetRow", "time range", "returns the key alone when no version is in it",
			func(t *testing) error {
				return first(
					t.put(t.versioned(), t.pk(""), cell{"a", int64(1), 100}),
					equal("", t.cellsOf(t.versioned(), t.pk(""),
						func(c *tablestore.SingleRowQueryCriteria) {
							c.TimeRange = &tablestore.TimeRange{Start: 1, End: 50}
						})),
				)
			}),
		test("GetRow", "specific time", "is refused together with max versions",
			func(t *testing) error {
				_, err := t.get(t.versioned(), t.pk(""), func(c *tablestore.SingleRowQueryCriteria) {
					c.TimeRange = &tablestore.TimeRange{Specific: 100}
				})
				return invalid(err,
					"Specific tiemstamp and max versions cannot be given at the same time.")
			}),
		test("UpdateRow", "put cells", "adds, overwrites and deletes", func(t *testing) error {
			put := t.put(t.plain(), t.pk(""), cell{"a", int64(1), 0}, cell{"b", int64(1), 0})
			_, err := t.update(t.plain(), t.pk(""), func(c *tablestore.UpdateRowChange) {
				c.PutColumn("b", "two")
				c.PutColumn("c", true)
				c.DeleteColumn("a")
			})
			return first(put, err, equal("b=two c=true", t.cellsOf(t.plain(), t.pk(""), nil)))
		}),
		test("DeleteRow", "removes the row", "and all its columns", func(t *testing) error {
			change := &tablestore.DeleteRowChange{TableName: t.plain(), PrimaryKey: t.pk("")}
			change.SetCondition(ignore)
			put := t.put(t.plain(), t.pk(""))
			_, err := t.client.DeleteRow(&tablestore.DeleteRowRequest{DeleteRowChange: change})
			return first(put, err, equal("no row", t.cellsOf(t.plain(), t.pk(""), nil)))
		}),
		test("Row existence", "PutRow", "every expectation, with and without the row", existence),
		test("Atomic counters", "64-bit integers", "exact, and returned", increments),
		test("Auto-increment keys", "placeholder", "each put makes a larger key", autoIncrements),
	}
}
