/** The types of what the tests use of the official SDK, which has none. */
declare module 'tablestore' {
  namespace TableStore {
    class Client {
      constructor(options: {
        readonly endpoint: string
        readonly instancename: string
        readonly accessKeyId: string
        readonly secretAccessKey: string
        readonly maxRetries: number
      })
      makeRequest(
        operation: string,
        params: object | null,
        callback?: (error: unknown, reply: unknown) => void,
      ): unknown
      listTable(
        request: object,
        callback?: (error: unknown, reply: { readonly tableNames: readonly string[] }) => void,
      ): Promise<{ readonly tableNames: readonly string[] }>
      putRow(request: object): Promise<unknown>
    }
  }
  export = TableStore
}
