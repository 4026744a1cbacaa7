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

    /** A query of any type; the members depend on the type. */
    interface SearchQueryPart {
      readonly queryType: number
      readonly query?: object
    }
    interface FieldSchema {
      readonly fieldName: string
      readonly fieldType: number
      readonly index?: boolean
      readonly enableSortAndAgg?: boolean
      readonly analyzer?: string
      readonly isVirtualField?: boolean
      readonly sourceFieldNames?: readonly string[]
      readonly fieldSchemas?: readonly FieldSchema[]
    }
    interface SearchRequest {
      readonly tableName: string
      readonly indexName: string
      readonly searchQuery: {
        readonly offset: number
        readonly limit: number
        readonly query: SearchQueryPart
        readonly getTotalCount: boolean
        readonly sort?: { readonly sorters: readonly object[] }
        readonly groupBys?: { readonly groupBys: readonly object[] }
      }
      readonly columnToGet: { readonly returnType: number }
    }
    interface AggregationItem {
      readonly name: string
      readonly aggResult: { readonly value: number | Int64 }
    }
    interface GroupItem {
      readonly key?: string
      readonly from?: number
      readonly to?: number
      readonly rowCount: number | Int64
      readonly subAggsResult?: { readonly aggResults: readonly AggregationItem[] }
    }
    interface SearchReply {
      readonly totalCounts?: string
      readonly rows: readonly ReadRow[]
      readonly groupBys?: {
        readonly groupByResults: readonly {
          readonly groupByResult: { readonly items: readonly GroupItem[] }
        }[]
      }
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
      createSearchIndex(request: {
        readonly tableName: string
        readonly indexName: string
        readonly schema: { readonly fieldSchemas: readonly FieldSchema[] }
      }): Promise<unknown>
      deleteSearchIndex(request: {
        readonly tableName: string
        readonly indexName: string
      }): Promise<unknown>
      listSearchIndex(request: {
        readonly tableName: string
      }): Promise<{ readonly indices: readonly { readonly indexName: string }[] }>
      search(request: SearchRequest): Promise<SearchReply>
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

    const QueryType: {
      readonly MATCH_QUERY: number
      readonly MATCH_PHRASE_QUERY: number
      readonly TERM_QUERY: number
      readonly RANGE_QUERY: number
      readonly PREFIX_QUERY: number
      readonly BOOL_QUERY: number
      readonly NESTED_QUERY: number
      readonly WILDCARD_QUERY: number
      readonly MATCH_ALL_QUERY: number
      readonly GEO_BOUNDING_BOX_QUERY: number
      readonly GEO_DISTANCE_QUERY: number
      readonly GEO_POLYGON_QUERY: number
    }
    const FieldType: {
      readonly LONG: number
      readonly DOUBLE: number
      readonly BOOLEAN: number
      readonly KEYWORD: number
      readonly TEXT: number
      readonly NESTED: number
      readonly GEO_POINT: number
    }
    const SortOrder: { readonly SORT_ORDER_ASC: number; readonly SORT_ORDER_DESC: number }
    const SortMode: { readonly SORT_MODE_MAX: number }
    const QueryOperator: { readonly OR: number; readonly AND: number }
    const ColumnReturnType: { readonly RETURN_ALL: number; readonly RETURN_NONE: number }
    const GroupByType: {
      readonly GROUP_BY_FIELD: number
      readonly GROUP_BY_RANGE: number
      readonly GROUP_BY_GEO_DISTANCE: number
    }
    const AggregationType: { readonly AGG_SUM: number; readonly AGG_AVG: number }
    const Long: { fromNumber(value: number): Int64 }
    const INF_MIN: object
    const INF_MAX: object
    const Direction: { readonly FORWARD: string; readonly BACKWARD: string }
    const RowExistenceExpectation: { readonly IGNORE: string }
  }
  export = TableStore
}
