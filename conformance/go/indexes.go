package main

import (
	"fmt"
	"strings"
	"time"

	"github.com/aliyun/aliyun-tablestore-go-sdk/tablestore"
)

func cityIndex(name string) *tablestore.IndexMeta {
	index := &tablestore.IndexMeta{IndexName: name, IndexType: tablestore.IT_GLOBAL_INDEX}
	index.AddPrimaryKeyColumn("city")
	index.AddDefinedColumn("age")
	return index
}

// ageIndex has the partition key of its table, as local indexes must.
func ageIndex(name string) *tablestore.IndexMeta {
	index := &tablestore.IndexMeta{IndexName: name, IndexType: tablestore.IT_LOCAL_INDEX}
	index.AddPrimaryKeyColumn("pk")
	index.AddPrimaryKeyColumn("age")
	return index
}

func people(r *tablestore.CreateTableRequest) {
	r.TableMeta.AddDefinedColumn("city", tablestore.DefinedColumn_STRING)
	r.TableMeta.AddDefinedColumn("age", tablestore.DefinedColumn_INTEGER)
}

func (t *testing) createIndex(table string, index *tablestore.IndexMeta, base bool) error {
	_, err := t.client.CreateIndex(&tablestore.CreateIndexRequest{
		MainTableName: table, IndexMeta: index, IncludeBaseData: base})
	return err
}

func (t *testing) dropIndex(table, index string) error {
	_, err := t.client.DeleteIndex(
		&tablestore.DeleteIndexRequest{MainTableName: table, IndexName: index})
	return err
}

func (t *testing) putPerson(table, suffix, city string, age int64) error {
	change := &tablestore.PutRowChange{TableName: table, PrimaryKey: t.pk(suffix)}
	change.AddColumn("city", city)
	change.AddColumn("age", age)
	change.SetCondition(tablestore.RowExistenceExpectation_IGNORE)
	_, err := t.client.PutRow(&tablestore.PutRowRequest{PutRowChange: change})
	return err
}

// firstValues returns the values of the first key column of all rows.
func (t *testing) firstValues(index string, columns ...string) (string, error) {
	start, end := new(tablestore.PrimaryKey), new(tablestore.PrimaryKey)
	for _, column := range columns {
		start.AddPrimaryKeyColumnWithMinValue(column)
		end.AddPrimaryKeyColumnWithMaxValue(column)
	}
	reply, err := t.client.GetRange(&tablestore.GetRangeRequest{
		RangeRowQueryCriteria: &tablestore.RangeRowQueryCriteria{
			TableName: index, StartPrimaryKey: start, EndPrimaryKey: end,
			Direction: tablestore.FORWARD, MaxVersion: 1, Limit: 100,
		}})
	if err != nil {
		return "", err
	}
	values := []string{}
	for _, row := range reply.Rows {
		values = append(values, fmt.Sprint(row.PrimaryKey.PrimaryKeys[0].Value))
	}
	return strings.Join(values, " "), nil
}

// eventually waits for a global index, which is updated shortly after its table.
func (t *testing) eventually(index, wanted string) error {
	end := time.Now().Add(20 * time.Second)
	for {
		values, err := t.firstValues(index, "city", "pk")
		if err != nil || values == wanted || time.Now().After(end) {
			return first(err, equal(wanted, values))
		}
		time.Sleep(20 * time.Millisecond)
	}
}

func globalIndex(t *testing) error {
	table := t.tableName()
	index := table + "_city"
	if err := first(
		t.create(table, people),
		t.putPerson(table, "1", "Rome", 30),
		t.createIndex(table, cityIndex(index), true),
		t.putPerson(table, "2", "Bern", 20),
		t.eventually(index, "Bern Rome"),
		t.putPerson(table, "1", "Oslo", 30),
		t.eventually(index, "Bern Oslo"),
	); err != nil {
		return err
	}
	description, err := t.describe(table)
	if err != nil {
		return err
	}
	return first(
		equal(1, len(description.IndexMetas)),
		equal(index, description.IndexMetas[0].IndexName),
	)
}

func localIndex(t *testing) error {
	table := t.tableName()
	index := table + "_age"
	if err := first(
		t.create(table, people),
		t.createIndex(table, ageIndex(index), false),
		t.putPerson(table, "1", "Rome", 30),
	); err != nil {
		return err
	}
	values, err := t.firstValues(index, "pk", "age")
	return first(err, equal(t.id+"1", values))
}

func removesIndex(t *testing) error {
	table := t.tableName()
	index := table + "_city"
	if err := first(
		t.create(table, people),
		t.createIndex(table, cityIndex(index), false),
		t.dropIndex(table, index),
	); err != nil {
		return err
	}
	_, err := t.firstValues(index, "city", "pk")
	return first(refused(err, 400, "OTSParameterInvalid", "Requested table does not exist."),
		refused(t.dropIndex(table, index), 404, "OTSObjectNotExist", "Requested table does not exist."))
}

func indexTests() []conformanceTest {
	return []conformanceTest{
		test("CreateIndex", "global index", "indexes existing rows and follows its table", globalIndex),
		test("CreateIndex", "local index", "is up to date when a write is answered", localIndex),
		test("DropIndex", "removes the index", "at once", removesIndex),
	}
}
