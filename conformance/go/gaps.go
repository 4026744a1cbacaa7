package main

import (
	"github.com/aliyun/aliyun-tablestore-go-sdk/tablestore"
	"github.com/aliyun/aliyun-tablestore-go-sdk/tunnel"
)

func (t *testing) tunnels() tunnel.TunnelClient {
	return tunnel.NewTunnelClient(variable("ENDPOINT"), variable("INSTANCE"),
		variable("ACCESS_KEY_ID"), variable("ACCESS_KEY_SECRET"))
}

// gapTests are operations that are not served yet, each with the smallest valid request.
func gapTests() []conformanceTest {
	return []conformanceTest{
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
