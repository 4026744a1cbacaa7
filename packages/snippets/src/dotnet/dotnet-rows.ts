import { type Code, followed, labelled } from '../layout/code-layout.js'
import {
  type ColumnCell,
  type Request,
  type RequestOf,
  type RowCondition,
  type Selected,
  isMark,
} from '../request.js'
import { columnCondition, filter } from './dotnet-filter.js'
import { columnValue, key, text } from './dotnet-values.js'

const CONDITIONS: Readonly<Record<RowCondition, string>> = {
  ignore: 'IGNORE',
  exist: 'EXPECT_EXIST',
  not_exist: 'EXPECT_NOT_EXIST',
}

type Change = RequestOf<'BatchWriteRow'>['rows'][number]

const TYPES = { put: 'RowPutChange', update: 'RowUpdateChange', delete: 'RowDeleteChange' } as const

const set = (name: string, code: Code): Code => followed(labelled(`${name} = `, code), ';')

const hasMark = (change: Change): boolean => change.key.some(({ value }) => isMark(value))

/** Statements that make a change in the variable `name`. */
function changeStatements(table: string, change: Change, name: string): Code[] {
  const expectation = `RowExistenceExpectation.${CONDITIONS[change.condition]}`
  return [
    set(`var ${name}Key`, key(change.key)),
    `var ${name} = new ${TYPES[change.kind]}(${text(table)}, ${name}Key);`,
    `${name}.Condition = new Condition(${expectation});`,
    ...(change.columnCondition === undefined
      ? []
      : [set(`${name}.Condition.ColumnCondition`, columnCondition(change.columnCondition))]),
    ...(hasMark(change) ? [`${name}.ReturnType = ReturnType.RT_PK;`] : []),
    ...columnStatements(change, name),
  ]
}

function columnStatements(change: Change, name: string): string[] {
  const put = (method: string) => (column: ColumnCell) => {
    const time = column.timestamp === undefined ? '' : `, ${column.timestamp}L`
    return `${name}.${method}(${text(column.name)}, ${columnValue(column.value)}${time});`
  }
  if (change.kind === 'put') return change.columns.map(put('AddColumn'))
  if (change.kind === 'delete') return []
  return [
    ...change.put.map(put('Put')),
    ...change.deleted.map((column) => `${name}.DeleteColumn(${text(column)});`),
    ...change.increments.map(
      ({ name: column, by }) =>
        `${name}.Increment(new Column(${text(column)}, ${columnValue(by)}));`,
    ),
  ]
}

/** Statements on the variable `criteria`. */
export function selectionStatements({
  columns,
  maxVersions,
  time,
  filter: rows,
}: Selected): Code[] {
  return [
    ...columns.map((name) => `criteria.AddColumnsToGet(${text(name)});`),
    ...(maxVersions === undefined && time !== undefined
      ? []
      : [`criteria.MaxVersions = ${maxVersions ?? 1};`]),
    ...(time === undefined
      ? []
      : 'at' in time
        ? [`criteria.TimeRange = new TimeRange { SpecificTime = ${time.at}L };`]
        : [
            `criteria.TimeRange = new TimeRange { StartTime = ${time.from}L, EndTime = ${time.to}L };`,
          ]),
    ...(rows === undefined ? [] : [set('criteria.Filter', filter(rows))]),
  ]
}

/** The SDK has separate lists for the kinds of changes of a table. */
function batchWrite({ table, rows }: RequestOf<'BatchWriteRow'>): Code[] {
  return [
    `var changes = new RowChanges(${text(table)});`,
    ...rows.flatMap((change, at) => [
      ...changeStatements(table, change, `change${at + 1}`),
      `changes.${TYPES[change.kind]}s.Add(change${at + 1});`,
    ]),
    'var request = new BatchWriteRowRequest();',
    `request.Add(${text(table)}, changes);`,
    'Console.WriteLine(client.BatchWriteRow(request).IsAllSucceed);',
  ]
}

/** One write, whose reply has the generated key. */
function write(table: string, change: Change, request: string, operation: string): Code[] {
  const call = `client.${operation}(request)`
  return [
    ...changeStatements(table, change, 'change'),
    `var request = new ${operation}Request(${request};`,
    hasMark(change) ? `Print(${call}.Row.GetPrimaryKey(), null);` : `${call};`,
  ]
}

type RowRequest = Extract<Request, { readonly operation: `${string}Row` }>

export function rowStatements(request: RowRequest): Code[] {
  const { table } = request
  switch (request.operation) {
    case 'PutRow': {
      const change = `${text(table)}, change.Condition) { RowPutChange = change }`
      return write(table, { kind: 'put', ...request }, change, 'PutRow')
    }
    case 'UpdateRow':
      return write(table, { kind: 'update', ...request }, 'change)', 'UpdateRow')
    case 'DeleteRow':
      return write(table, { kind: 'delete', ...request }, 'change)', 'DeleteRow')
    case 'GetRow':
      return [
        `var criteria = new SingleRowQueryCriteria(${text(table)});`,
        set('criteria.RowPrimaryKey', key(request.key)),
        ...selectionStatements(request),
        'var response = client.GetRow(new GetRowRequest(criteria));',
        'Print(response.PrimaryKey, response.Attribute);',
      ]
    case 'BatchGetRow':
      return [
        `var criteria = new MultiRowQueryCriteria(${text(table)});`,
        ...request.keys.map((one) => followed(labelled('criteria.AddRowKey(', key(one)), ');')),
        ...selectionStatements(request),
        'var request = new BatchGetRowRequest();',
        'request.Add(criteria);',
        'var response = client.BatchGetRow(request);',
        `foreach (var row in response.RowDataGroupByTable[${text(table)}])`,
        '{',
        '    if (row.IsOK) Print(row.PrimaryKey, row.Attribute);',
        '    else Console.WriteLine(row.ErrorMessage);',
        '}',
      ]
    case 'BatchWriteRow':
      return batchWrite(request)
  }
}
