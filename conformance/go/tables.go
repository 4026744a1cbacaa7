package main

import (
	"strings"
	"time"

	"github.com/aliyun/aliyun-tablestore-go-sdk/tablestore"
)

func (t *testing) describe(table string) (*tablestore.DescribeTableResponse, error) {
	return t.client.DescribeTable(&tablestore.DescribeTableRequest{TableName: table})
}

func definedColumns(columns []*tablestore.DefinedColumnSchema) string {
	names := []string{}
	for _, column := range columns {
		names = append(names, column.Name)
	}
	return strings.Join(names, " ")
}

func (t *testing) columnsOf(table string) string {
	description, err := t.describe(table)
	if err != nil {
		return err.Error()
	}
	return definedColumns(description.TableMeta.DefinedColumns)
}

func withColumns(names ...string) shape {
	return func(r *tablestore.CreateTableRequest) {
		for _, name := range names {
			r.TableMeta.AddDefinedColumn(name, tablestore.DefinedColumn_INTEGER)
		}
	}
}

func createOptions(t *testing) error {
	table := t.tableName()
	yes, no := true, false
	if err := t.create(table, func(r *tablestore.CreateTableRequest) {
		r.TableOption = &tablestore.TableOption{
			TimeToAlive: 86_400, MaxVersion: 3, DeviationCellVersionInSec: 100,
			AllowUpdate: &no, UpdateFullRow: &yes,
		}
	}); err != nil {
		return err
	}
	description, err := t.describe(table)
	if err != nil {
		return err
	}
	option := description.TableOption
	return first(
		equal(86_400, option.TimeToAlive),
		equal(3, option.MaxVersion),
		equal(int64(100), option.DeviationCellVersionInSec),
		equal(false, *option.AllowUpdate),
		equal(true, *option.UpdateFullRow),
	)
}

func createStream(t *testing) error {
	table := t.tableName()
	if err := t.create(table); err != nil {
		return err
	}
	_, err := t.client.UpdateTable(&tablestore.UpdateTableRequest{
		TableName: table,
		StreamSpec: &tablestore.StreamSpecification{
			EnableStream: true, ExpirationTime: 24, OriginColumnsToGet: []string{"z", "a", "m"},
		},
	})
	if err != nil {
		return err
	}
	description, err := t.describe(table)
	if err != nil {
		return err
	}
	details := description.StreamDetails
	age := time.Since(time.Unix(0, details.LastEnableTime*1000))
	return first(
		equal(true, details.EnableStream),
		equal(int32(24), details.ExpirationTime),
		equal([]string{"z", "a", "m"}, details.OriginColumnsToGet),
		equal(true, age < time.Hour && age > -time.Hour),
	)
}

func fullRowRefused(t *testing) error {
	table := t.tableName()
	if err := t.create(table); err != nil {
		return err
	}
	for _, value := range []bool{true, false} {
		option := tablestore.NewTableOptionWithMaxVersion(1)
		option.UpdateFullRow = &value
		_, err := t.client.UpdateTable(
			&tablestore.UpdateTableRequest{TableName: table, TableOption: option})
		if err == nil || !strings.Contains(err.Error(), "contain updateFullRow") {
			return equal("contain updateFullRow", err)
		}
	}
	return nil
}

func changeDefinedColumns(t *testing) error {
	table := t.tableName()
	if err := t.create(table, withColumns("x", "y")); err != nil {
		return err
	}
	_, added := t.client.AddDefinedColumn(&tablestore.AddDefinedColumnRequest{
		TableName: table,
		DefinedColumns: []*tablestore.DefinedColumnSchema{
			{Name: "a", ColumnType: tablestore.DefinedColumn_STRING},
		},
	})
	after := t.columnsOf(table)
	_, removed := t.client.DeleteDefinedColumn(&tablestore.DeleteDefinedColumnRequest{
		TableName: table, DefinedColumns: []string{"x"},
	})
	return first(added, equal("x y a", after), removed, equal("y a", t.columnsOf(table)))
}

func tableTests() []conformanceTest {
	return []conformanceTest{
		test("CreateTable", "table options", "are described", createOptions),
		test("CreateTable", "defined columns", "at most 32", func(t *testing) error {
			names := strings.Fields(strings.Repeat("c ", 33))
			for i := range names {
				names[i] += string(rune('a'+i/26)) + string(rune('a'+i%26))
			}
			table := t.tableName()
			return first(
				t.create(table, withColumns(names[:32]...)),
				equal(strings.Join(names[:32], " "), t.columnsOf(table)),
				invalid(t.create(t.tableName(), withColumns(names...)),
					"The number of defined columns must be in range: [0, 32]."),
			)
		}),
		test("CreateTable", "existing table", "is refused", func(t *testing) error {
			table := t.tableName()
			return first(t.create(table), refused(t.create(table), 409,
				"OTSObjectAlreadyExist", "Requested table already exists."))
		}),
		test("ListTable", "names of all tables", "shows a new table", func(t *testing) error {
			table := t.tableName()
			if err := t.create(table); err != nil {
				return err
			}
			reply, err := t.client.ListTable()
			if err != nil {
				return err
			}
			for _, name := range reply.TableNames {
				if name == table {
					return nil
				}
			}
			return equal(table, reply.TableNames)
		}),
		test("DescribeTable", "missing table", "is refused", func(t *testing) error {
			_, err := t.describe(t.tableName())
			return missingTable(err)
		}),
		test("UpdateTable", "stream on and off", "original columns keep their order", createStream),
		test("UpdateTable", "full-row updates", "are refused, on or off", fullRowRefused),
		test("AddDefinedColumn", "adds columns", "and they can be removed again", changeDefinedColumns),
		test("DeleteDefinedColumn", "removes columns", "the others stay", changeDefinedColumns),
	}
}
