/** The types of what the benchmarks use of the official SDK, which has none. */
declare module 'tablestore' {
  namespace TableStore {
    type NamedValue = Readonly<Record<string, string>>

    class Condition {
      constructor(rowExistence: string, columnCondition: null)
    }
    class Client {
      constructor(options: {
        readonly endpoint: string
        readonly instancename: string
        readonly accessKeyId: string
        readonly secretAccessKey: string
        readonly maxRetries: number
      })
      getRow(request: {
        readonly tableName: string
        readonly primaryKey: readonly NamedValue[]
        readonly maxVersions: number
      }): Promise<{ readonly row: { readonly attributes?: readonly unknown[] } }>
      putRow(request: {
        readonly tableName: string
        readonly condition: Condition
        readonly primaryKey: readonly NamedValue[]
        readonly attributeColumns: readonly NamedValue[]
      }): Promise<unknown>
    }
    const RowExistenceExpectation: { readonly IGNORE: string }
  }
  export = TableStore
}
