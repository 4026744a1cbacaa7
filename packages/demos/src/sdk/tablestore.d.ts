/** What the demos use of the official SDK, which ships no types. */
declare module 'tablestore' {
  namespace TableStore {
    interface Int64 {
      toNumber(): number
      toString(): string
    }
    type Value = string | number | boolean | Buffer | Int64
    type NamedValue = Record<string, Value | object>

    interface ReadColumn {
      readonly columnName: string
      readonly columnValue: Value
    }
    interface ReadKeyColumn {
      readonly name: string
      readonly value: Value
    }
    interface ReadRow {
      readonly primaryKey: readonly ReadKeyColumn[]
      readonly attributes: readonly ReadColumn[]
    }
    interface WrittenRow {
      readonly isOk: boolean
      readonly errorCode: string | null
      readonly errorMessage: string | null
    }
    interface RowChange {
      readonly type: 'PUT' | 'UPDATE' | 'DELETE'
      readonly condition: Condition
      readonly primaryKey: readonly NamedValue[]
      readonly attributeColumns: readonly NamedValue[]
    }
    interface TableDefinition {
      readonly tableMeta: {
        readonly tableName: string
        readonly primaryKey: readonly { readonly name: string; readonly type: string }[]
      }
      readonly reservedThroughput: {
        readonly capacityUnit: { readonly read: number; readonly write: number }
      }
      readonly tableOptions: { readonly timeToLive: number; readonly maxVersions: number }
    }

    class Condition {
      constructor(rowExistence: string, columnCondition: null)
    }
    class Client {
      constructor(options: {
        readonly endpoint: string
        readonly instancename: string
        readonly accessKeyId: string
        readonly secretAccessKey: string
        readonly httpOptions?: { readonly timeout?: number; readonly maxSockets?: number }
      })
      createTable(definition: TableDefinition): Promise<unknown>
      deleteTable(request: { readonly tableName: string }): Promise<unknown>
      listTable(request: object): Promise<{ readonly tableNames: readonly string[] }>
      batchWriteRow(request: {
        readonly tables: readonly {
          readonly tableName: string
          readonly rows: readonly RowChange[]
        }[]
      }): Promise<{ readonly tables: readonly WrittenRow[] }>
      getRange(request: {
        readonly tableName: string
        readonly direction: string
        readonly maxVersions: number
        readonly limit: number
        readonly inclusiveStartPrimaryKey: readonly NamedValue[]
        readonly exclusiveEndPrimaryKey: readonly NamedValue[]
      }): Promise<{
        readonly rows: readonly ReadRow[]
        readonly nextStartPrimaryKey: readonly ReadKeyColumn[] | null
      }>
    }

    const Long: { fromNumber(value: number): Int64 }
    const INF_MIN: object
    const INF_MAX: object
    const Direction: { readonly FORWARD: string; readonly BACKWARD: string }
    const RowExistenceExpectation: { readonly IGNORE: string }
  }
  export = TableStore
}
