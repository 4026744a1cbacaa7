package main

import (
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"reflect"
	"strings"

	"github.com/aliyun/aliyun-tablestore-go-sdk/tablestore"
)

type conformanceTest struct {
	operation, feature, name string
	// gap is the topic of an operation that is not served yet; empty for all others.
	gap string
	run func(t *testing) error
}

type result struct {
	Operation string `json:"operation"`
	Feature   string `json:"feature"`
	Test      string `json:"test"`
	Status    string `json:"status"`
	Note      string `json:"note"`
}

func test(operation, feature, name string, run func(t *testing) error) conformanceTest {
	return conformanceTest{operation, feature, name, "", run}
}

// gap is a test that expects the server to refuse an operation as unsupported.
func gap(operation, topic string, run func(t *testing) error) conformanceTest {
	name := operation + ` answers "unsupported"`
	return conformanceTest{operation, "not served yet", name, topic, run}
}

// testing is what a test works with.
type testing struct {
	client *tablestore.TableStoreClient
	// id is text that no other test uses: the partition key of this test's rows.
	id     string
	prefix string
	index  int
	shared map[string]bool
	own    []string
}

func variable(name string) string { return os.Getenv("ROWHOUSE_" + name) }

func newClient() *tablestore.TableStoreClient {
	return tablestore.NewClient(
		variable("ENDPOINT"), variable("INSTANCE"),
		variable("ACCESS_KEY_ID"), variable("ACCESS_KEY_SECRET"))
}

func outcome(c conformanceTest, t *testing) (status, note string) {
	// The SDK panics when a reply lacks a member that it needs, so a panic is a failed test.
	defer func() {
		if reason := recover(); reason != nil {
			status, note = "fail", fmt.Sprintf("panic: %v", reason)
		}
	}()
	err := c.run(t)
	if c.gap == "" {
		if err == nil {
			return "pass", ""
		}
		return "fail", err.Error()
	}
	if err == nil {
		return "fail", c.operation + " is served now: remove the gap " + c.gap
	}
	expected := "Unsupported operation: " + c.operation + "."
	if strings.Contains(err.Error(), expected) {
		return "expected-failure", c.gap
	}
	return "fail", fmt.Sprintf("expected %q, got %v", expected, err)
}

func runTests(tests []conformanceTest, wanted string) {
	random := make([]byte, 4)
	if _, err := rand.Read(random); err != nil {
		panic(err)
	}
	client := newClient()
	prefix := "conformance_" + hex.EncodeToString(random)
	shared := map[string]bool{}
	encoder := json.NewEncoder(os.Stdout)
	for index, c := range tests {
		title := strings.ToLower(c.operation + " / " + c.feature + " / " + c.name)
		if !strings.Contains(title, strings.ToLower(wanted)) {
			continue
		}
		id := fmt.Sprintf("%s-%d", prefix, index)
		t := &testing{client, id, prefix, index, shared, nil}
		status, note := outcome(c, t)
		for _, table := range t.own {
			t.drop(table)
		}
		if err := encoder.Encode(result{c.operation, c.feature, c.name, status, note}); err != nil {
			panic(err)
		}
	}
	for table := range shared {
		(&testing{client: client}).drop(table)
	}
}

// drop cleans up. It never fails a test; a table that is left over is reported on standard error.
func (t *testing) drop(table string) {
	_, err := t.client.DeleteTable(&tablestore.DeleteTableRequest{TableName: table})
	if err != nil && !strings.Contains(err.Error(), "OTSObjectNotExist") {
		fmt.Fprintf(os.Stderr, "%s was not dropped: %v\n", table, err)
	}
}

func (t *testing) tableName() string {
	name := fmt.Sprintf("%s_%d_%d", t.prefix, t.index, len(t.own))
	t.own = append(t.own, name)
	return name
}

type shape func(*tablestore.CreateTableRequest)

func (t *testing) create(name string, shapes ...shape) error {
	request := &tablestore.CreateTableRequest{
		TableMeta:          &tablestore.TableMeta{TableName: name},
		TableOption:        tablestore.NewTableOptionWithMaxVersion(1),
		ReservedThroughput: &tablestore.ReservedThroughput{},
	}
	request.TableMeta.AddPrimaryKeyColumn("pk", tablestore.PrimaryKeyType_STRING)
	for _, change := range shapes {
		change(request)
	}
	_, err := t.client.CreateTable(request)
	return err
}

// table is shared with other tests; a test uses only rows under its id.
func (t *testing) table(name string, shapes ...shape) string {
	full := t.prefix + "_" + name
	if !t.shared[full] {
		if err := t.create(full, shapes...); err != nil {
			panic(err)
		}
		t.shared[full] = true
	}
	return full
}

func (t *testing) plain() string { return t.table("plain") }

func (t *testing) versioned() string {
	return t.table("versioned", func(r *tablestore.CreateTableRequest) {
		r.TableOption.MaxVersion = 10
		r.TableOption.DeviationCellVersionInSec = 9_223_372_036_854
	})
}

func (t *testing) numbered() string {
	return t.table("numbered", func(r *tablestore.CreateTableRequest) {
		r.TableMeta.AddPrimaryKeyColumn("n", tablestore.PrimaryKeyType_INTEGER)
	})
}

func (t *testing) autoIncrement() string {
	return t.table("auto", func(r *tablestore.CreateTableRequest) {
		r.TableMeta.AddPrimaryKeyColumnOption(
			"n", tablestore.PrimaryKeyType_INTEGER, tablestore.AUTO_INCREMENT)
	})
}

func (t *testing) pk(suffix string) *tablestore.PrimaryKey {
	key := new(tablestore.PrimaryKey)
	key.AddPrimaryKeyColumn("pk", t.id+suffix)
	return key
}

func (t *testing) numberedKey(n int64) *tablestore.PrimaryKey {
	key := t.pk("")
	key.AddPrimaryKeyColumn("n", n)
	return key
}

func equal(expected, actual interface{}) error {
	if reflect.DeepEqual(expected, actual) {
		return nil
	}
	return fmt.Errorf("expected %v, got %v", expected, actual)
}

// refused expects an error with this status and code; an empty text allows any text.
func refused(err error, status int, code, text string) error {
	var refusal *tablestore.OtsError
	if !errors.As(err, &refusal) {
		return fmt.Errorf("expected %d %s %s, got %v", status, code, text, err)
	}
	if text == "" {
		text = refusal.Message
	}
	if refusal.HttpStatusCode != status || refusal.Code != code || refusal.Message != text {
		return fmt.Errorf("expected %d %s %s, got %d %v", status, code, text,
			refusal.HttpStatusCode, err)
	}
	return equal(36, len(refusal.RequestId))
}

func invalid(err error, text string) error {
	return refused(err, 400, "OTSParameterInvalid", text)
}

func missingTable(err error) error {
	return refused(err, 404, "OTSObjectNotExist", "Requested table does not exist.")
}

func conditionFailed(err error) error {
	return refused(err, 403, "OTSConditionCheckFail", "Condition check failed.")
}

// first returns the first error of a list of checks.
func first(checks ...error) error {
	for number, err := range checks {
		if err != nil {
			return fmt.Errorf("check %d: %w", number+1, err)
		}
	}
	return nil
}
