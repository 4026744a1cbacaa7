package main

import (
	"strings"

	"github.com/aliyun/aliyun-tablestore-go-sdk/tablestore"
)

const gone = "Session not exist or may be timeout."

func (t *testing) transactional() string {
	return t.table("transactional", func(r *tablestore.CreateTableRequest) {
		enabled := true
		r.EnableLocalTxn = &enabled
		r.TableMeta.AddPrimaryKeyColumn("n", tablestore.PrimaryKeyType_INTEGER)
	})
}

func (t *testing) start(table string) (*string, error) {
	reply, err := t.client.StartLocalTransaction(
		&tablestore.StartLocalTransactionRequest{TableName: table, PrimaryKey: t.pk("")})
	if err != nil {
		return nil, err
	}
	return reply.TransactionId, nil
}

func (t *testing) commit(id *string) error {
	_, err := t.client.CommitTransaction(&tablestore.CommitTransactionRequest{TransactionId: id})
	return err
}

func (t *testing) abort(id *string) error {
	_, err := t.client.AbortTransaction(&tablestore.AbortTransactionRequest{TransactionId: id})
	return err
}

func (t *testing) putWithin(id *string, n int64, value int64) error {
	change := t.putChange(t.transactional(), t.numberedKey(n), cell{"v", value, 0})
	change.TransactionId = id
	_, err := t.client.PutRow(&tablestore.PutRowRequest{PutRowChange: change})
	return err
}

func (t *testing) getWithin(id *string, n int64) (string, error) {
	reply, err := t.client.GetRow(&tablestore.GetRowRequest{
		SingleRowQueryCriteria: &tablestore.SingleRowQueryCriteria{
			TableName: t.transactional(), PrimaryKey: t.numberedKey(n), MaxVersion: 1,
			TransactionId: id},
	})
	if err != nil {
		return "", err
	}
	return cells(reply.Columns), nil
}

func committed(t *testing) error {
	id, err := t.start(t.transactional())
	if err != nil {
		return err
	}
	if err := t.putWithin(id, 1, 1); err != nil {
		return err
	}
	inside, err := t.getWithin(id, 1)
	if err != nil {
		return err
	}
	outside := t.cellsOf(t.transactional(), t.numberedKey(1), nil)
	return first(
		equal("v=1", inside),
		equal("no row", outside),
		t.commit(id),
		equal("v=1", t.cellsOf(t.transactional(), t.numberedKey(1), nil)),
		refused(t.commit(id), 404, "OTSSessionNotExist", gone),
	)
}

func aborted(t *testing) error {
	id, err := t.start(t.transactional())
	if err != nil {
		return err
	}
	return first(
		t.putWithin(id, 1, 1),
		t.abort(id),
		equal("no row", t.cellsOf(t.transactional(), t.numberedKey(1), nil)),
		refused(t.putWithin(id, 1, 1), 404, "OTSSessionNotExist", gone),
	)
}

func transactionRules(t *testing) error {
	noId := "no id"
	_, disabled := t.start(t.plain())
	return first(
		invalid(disabled, "Try to call method using explicit transaction on "+
			"explicit-transaction-disabled table."),
		invalid(t.commit(&noId), "TransactionID is invalid."),
		invalid(t.abort(&noId), "TransactionID is invalid."),
	)
}

func atomicScope(t *testing) error {
	reply, err := t.writeAll(true, t.putChange(t.plain(), t.pk("a")), t.putChange(t.plain(), t.pk("b")))
	if err != nil {
		return err
	}
	for _, row := range reply.TableToRowsResult[t.plain()] {
		if err := first(
			equal(false, row.IsSucceed),
			equal("OTSDataOutOfRange", row.Error.Code),
			equal(true, strings.HasPrefix(row.Error.Message,
				"Data out of scope of atomic. Atomic PartKey:"+t.id)),
		); err != nil {
			return err
		}
	}
	reply, err = t.writeAll(true,
		t.putChange(t.numbered(), t.numberedKey(1), cell{"v", int64(1), 0}),
		t.putChange(t.numbered(), t.numberedKey(2), cell{"v", int64(2), 0}))
	if err != nil {
		return err
	}
	return first(
		equal(true, reply.TableToRowsResult[t.numbered()][0].IsSucceed),
		equal("v=2", t.cellsOf(t.numbered(), t.numberedKey(2), nil)),
	)
}

func splitPoints(t *testing) error {
	table := t.tableName()
	if err := t.create(table); err != nil {
		return err
	}
	compute := func() ([]*tablestore.Split, error) {
		unit := int64(2 * 1024 * 1024)
		reply, err := t.client.ComputeSplitPointsBySize(&tablestore.ComputeSplitPointsBySizeRequest{
			TableName: table, SplitSize: 1, SplitSizeUnitInByte: &unit})
		if err != nil {
			return nil, err
		}
		return reply.Splits, nil
	}
	empty, err := compute()
	if err != nil {
		return err
	}
	for _, name := range []string{"1", "2", "3", "4", "5", "6"} {
		if err := t.put(table, t.pk(name), cell{"v", strings.Repeat("x", 1_000_000), 0}); err != nil {
			return err
		}
	}
	filled, err := compute()
	if err != nil {
		return err
	}
	return first(
		equal(1, len(empty)),
		equal(32, len(empty[0].Location)),
		equal(true, len(filled) >= 2 && len(filled) <= 4),
	)
}

func transactionTests() []conformanceTest {
	start := "StartLocalTransaction"
	return []conformanceTest{
		test(start, "what is committed", "is visible inside at once, outside after the commit", committed),
		test(start, "what is aborted", "is dropped, and the transaction has ended", aborted),
		test(start, "rules", "table and ids", transactionRules),
		test("BatchWriteRow", "atomic batch", "has one partition-key value", atomicScope),
		test("ComputeSplitPointsBySize", "pieces of about one size",
			"of an empty table and of a larger one", splitPoints),
	}
}
