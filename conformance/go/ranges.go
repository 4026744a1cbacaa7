package main

import (
	"fmt"

	"github.com/aliyun/aliyun-tablestore-go-sdk/tablestore"
)

func (t *testing) fill(count int) error {
	for from := 1; from <= count; from += 200 {
		request := &tablestore.BatchWriteRowRequest{}
		for n := from; n < from+200 && n <= count; n++ {
			request.AddRowChange(t.putChange(t.numbered(), t.numberedKey(int64(n)),
				cell{"c", int64(n), 0}, cell{"d", "text", 0}))
		}
		if _, err := t.client.BatchWriteRow(request); err != nil {
			return err
		}
	}
	return nil
}

// page reads the test's whole partition.
func (t *testing) page(
	change func(*tablestore.RangeRowQueryCriteria),
) (*tablestore.GetRangeResponse, error) {
	start, end := t.pk(""), t.pk("")
	start.AddPrimaryKeyColumnWithMinValue("n")
	end.AddPrimaryKeyColumnWithMaxValue("n")
	criteria := &tablestore.RangeRowQueryCriteria{
		TableName: t.numbered(), StartPrimaryKey: start, EndPrimaryKey: end,
		Direction: tablestore.FORWARD, MaxVersion: 1,
	}
	change(criteria)
	return t.client.GetRange(&tablestore.GetRangeRequest{RangeRowQueryCriteria: criteria})
}

func numbers(rows []*tablestore.Row) string {
	text := ""
	for _, row := range rows {
		text += fmt.Sprintf("%v ", row.PrimaryKey.PrimaryKeys[1].Value)
	}
	return text
}

func bothDirections(t *testing) error {
	if err := t.fill(5); err != nil {
		return err
	}
	up, err := t.page(func(c *tablestore.RangeRowQueryCriteria) {
		c.StartPrimaryKey, c.EndPrimaryKey = t.numberedKey(2), t.numberedKey(4)
	})
	if err != nil {
		return err
	}
	down, err := t.page(func(c *tablestore.RangeRowQueryCriteria) {
		c.StartPrimaryKey, c.EndPrimaryKey = c.EndPrimaryKey, t.numberedKey(2)
		c.Direction = tablestore.BACKWARD
		c.Limit = 2
	})
	if err != nil {
		return err
	}
	_, wrong := t.page(func(c *tablestore.RangeRowQueryCriteria) {
		c.Direction = tablestore.BACKWARD
	})
	return first(
		equal("2 3 ", numbers(up.Rows)),
		equal(true, up.NextStartPrimaryKey == nil),
		equal("5 4 ", numbers(down.Rows)),
		equal(int64(3), down.NextStartPrimaryKey.PrimaryKeys[1].Value),
		invalid(wrong, "Begin key must more than end key in BACKWARD"),
	)
}

func cappedPage(t *testing) error {
	if err := t.fill(5001); err != nil {
		return err
	}
	page, err := t.page(func(*tablestore.RangeRowQueryCriteria) {})
	if err != nil {
		return err
	}
	return first(
		equal(5000, len(page.Rows)),
		equal(int64(5001), page.NextStartPrimaryKey.PrimaryKeys[1].Value),
	)
}

func matrix(t *testing) error {
	if err := t.fill(3); err != nil {
		return err
	}
	reply, err := t.page(func(c *tablestore.RangeRowQueryCriteria) {
		c.DataBlockType = tablestore.SimpleRowMatrix
		c.ColumnsToGet = []string{"d", "n", "c", "pk", "absent"}
	})
	if err != nil {
		return err
	}
	return first(
		equal(tablestore.SimpleRowMatrix, reply.DataBlockType),
		equal("1 2 3 ", numbers(reply.Rows)),
		equal("c=1 d=text", cells(reply.Rows[0].Columns)),
	)
}

func rangeTests() []conformanceTest {
	return []conformanceTest{
		test("GetRange", "both directions", "with limit and next key", bothDirections),
		test("GetRange", "5000 rows", "end a page", cappedPage),
		test("GetRange", "rows as a matrix", "are sent when asked for", matrix),
	}
}
