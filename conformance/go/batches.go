package main

import "github.com/aliyun/aliyun-tablestore-go-sdk/tablestore"

func (t *testing) writeAll(
	atomic bool, changes ...tablestore.RowChange,
) (*tablestore.BatchWriteRowResponse, error) {
	request := &tablestore.BatchWriteRowRequest{IsAtomic: atomic}
	for _, change := range changes {
		request.AddRowChange(change)
	}
	return t.client.BatchWriteRow(request)
}

func partialFailure(t *testing) error {
	bad := t.putChange(t.plain(), t.pk("1"))
	bad.SetCondition(exist)
	reply, err := t.writeAll(false, bad, t.putChange(t.plain(), t.pk("2"), cell{"v", true, 0}))
	if err != nil {
		return err
	}
	rows := reply.TableToRowsResult[t.plain()]
	return first(
		equal(false, rows[0].IsSucceed),
		equal("OTSConditionCheckFail", rows[0].Error.Code),
		equal("Condition check failed.", rows[0].Error.Message),
		equal(true, rows[1].IsSucceed),
		equal("v=true", t.cellsOf(t.plain(), t.pk("2"), nil)),
	)
}

func severalTables(t *testing) error {
	if err := first(
		t.put(t.plain(), t.pk(""), cell{"a", int64(1), 0}),
		t.put(t.numbered(), t.numberedKey(1), cell{"b", int64(2), 0}),
	); err != nil {
		return err
	}
	one := &tablestore.MultiRowQueryCriteria{TableName: t.plain(), MaxVersion: 1}
	one.AddRow(t.pk("absent"))
	one.AddRow(t.pk(""))
	two := &tablestore.MultiRowQueryCriteria{TableName: t.numbered(), MaxVersion: 1}
	two.AddRow(t.numberedKey(1))
	gone := &tablestore.MultiRowQueryCriteria{TableName: t.tableName(), MaxVersion: 1}
	gone.AddRow(t.pk(""))
	reply, err := t.client.BatchGetRow(&tablestore.BatchGetRowRequest{
		MultiRowQueryCriteria: []*tablestore.MultiRowQueryCriteria{one, two, gone},
	})
	if err != nil {
		return err
	}
	rows := reply.TableToRowsResult
	return first(
		equal(0, len(rows[t.plain()][0].PrimaryKey.PrimaryKeys)),
		equal("a=1", cells(rows[t.plain()][1].Columns)),
		equal("b=2", cells(rows[t.numbered()][0].Columns)),
		equal("OTSObjectNotExist", rows[gone.TableName][0].Error.Code),
	)
}

func batchTests() []conformanceTest {
	return []conformanceTest{
		test("BatchGetRow", "rows of several tables", "one of them missing", severalTables),
		test("BatchWriteRow", "partial failure", "a failed condition concerns its row alone", partialFailure),
	}
}
