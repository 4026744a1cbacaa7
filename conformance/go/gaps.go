package main

import (
	"github.com/aliyun/aliyun-tablestore-go-sdk/tablestore"
	"github.com/aliyun/aliyun-tablestore-go-sdk/tunnel"
)

func (t *testing) tunnels() tunnel.TunnelClient {
	return tunnel.NewTunnelClient(variable("ENDPOINT"), variable("INSTANCE"),
		variable("ACCESS_KEY_ID"), variable("ACCESS_KEY_SECRET"))
}

// gapTests are operations that later work will serve, each with the smallest valid request.
func gapTests() []conformanceTest {
	return []conformanceTest{
		gap("CreateIndex", "Secondary indexes", func(t *testing) error {
			index := &tablestore.IndexMeta{IndexName: "gap", Primarykey: []string{"pk"}}
			_, err := t.client.CreateIndex(
				&tablestore.CreateIndexRequest{MainTableName: t.plain(), IndexMeta: index})
			return err
		}),
		gap("DropIndex", "Secondary indexes", func(t *testing) error {
			_, err := t.client.DeleteIndex(
				&tablestore.DeleteIndexRequest{MainTableName: t.plain(), IndexName: "gap"})
			return err
		}),
		gap("StartLocalTransaction", "Transactions and atomic batches", func(t *testing) error {
			_, err := t.client.StartLocalTransaction(&tablestore.StartLocalTransactionRequest{
				TableName: t.plain(), PrimaryKey: t.pk("")})
			return err
		}),
		gap("BatchWriteRow with is_atomic", "Transactions and atomic batches",
			func(t *testing) error {
				_, err := t.writeAll(true, t.putChange(t.plain(), t.pk("")))
				return err
			}),
		gap("ComputeSplitPointsBySize", "Split points", func(t *testing) error {
			_, err := t.client.ComputeSplitPointsBySize(
				&tablestore.ComputeSplitPointsBySizeRequest{TableName: t.plain(), SplitSize: 1})
			return err
		}),
		gap("SQLQuery", "SQL", func(t *testing) error {
			_, err := t.client.SQLQuery(&tablestore.SQLQueryRequest{Query: "show tables"})
			return err
		}),
		gap("ListStream", "Streams", func(t *testing) error {
			table := t.plain()
			_, err := t.client.ListStream(&tablestore.ListStreamRequest{TableName: &table})
			return err
		}),
		gap("tunnel/list", "Tunnels", func(t *testing) error {
			_, err := t.tunnels().ListTunnel(&tunnel.ListTunnelRequest{TableName: t.plain()})
			return err
		}),
	}
}
