import { type Code, group, labelled } from '../layout/code-layout.js'
import { quoted } from '../layout/literals.js'
import {
  type ColumnCell,
  type RequestOf,
  type RowCondition,
  type Selected,
  isMark,
} from '../request.js'
import { filter } from './go-filter.js'
import { keyStatements, literal, names, struct } from './go-values.js'

const CONDITIONS: Readonly<Record<RowCondition, string>> = {
  ignore: 'IGNORE',
  exist: 'EXPECT_EXIST',
  not_exist: 'EXPECT_NOT_EXIST',
}

export type Change = RequestOf<'BatchWriteRow'>['rows'][number]

const TYPES = { put: 'PutRowChange', update: 'UpdateRowChange', delete: 'DeleteRowChange' } as const

/** Statements that make a change in the variable `change`, with this number appended if there is one. */
export function changeStatements(table: string, change: Change, number = ''): Code[] {
  const [key, name] = [`key${number}`, `change${number}`]
  const members = { TableName: quoted(table), PrimaryKey: key }
  return [
    ...keyStatements(change.key, key),
    labelled(`${name} := `, struct(`&tablestore.${TYPES[change.kind]}`, members)),
    ...columnStatements(change, name),
    `${name}.SetCondition(tablestore.RowExistenceExpectation_${CONDITIONS[change.condition]})`,
    ...(change.columnCondition === undefined
      ? []
      : [group(`${name}.SetColumnCondition(`, [filter(change.columnCondition)], ')')]),
    ...(change.kind !== 'delete' && change.key.some(({ value }) => isMark(value))
      ? [`${name}.SetReturnPk()`]
      : []),
  ]
}

function columnStatements(change: Change, name: string): string[] {
  const put =
    (method: string) =>
    ({ name: column, value, timestamp }: ColumnCell): string =>
      timestamp === undefined
        ? `${name}.${method}(${quoted(column)}, ${literal(value)})`
        : `${name}.${method}WithTimestamp(${quoted(column)}, ${literal(value)}, ${timestamp})`
  if (change.kind === 'put') return change.columns.map(put('AddColumn'))
  if (change.kind === 'delete') return []
  return [
    ...change.put.map(put('PutColumn')),
    ...change.deleted.map((column) => `${name}.DeleteColumn(${quoted(column)})`),
    ...change.increments.map(
      ({ name: column, by }) => `${name}.IncrementColumn(${quoted(column)}, ${by})`,
    ),
  ]
}

/** Members of a criteria. */
export const selection = ({ columns, maxVersions, time, filter: rows }: Selected) => ({
  ColumnsToGet: columns.length > 0 ? names(columns) : undefined,
  MaxVersion:
    maxVersions === undefined && time !== undefined ? undefined : String(maxVersions ?? 1),
  TimeRange:
    time === undefined
      ? undefined
      : 'at' in time
        ? `&tablestore.TimeRange{Specific: ${time.at}}`
        : `&tablestore.TimeRange{Start: ${time.from}, End: ${time.to}}`,
  Filter: rows && filter(rows),
})

/** The rows of a batch. */
export const showAll = (table: string): string[] => [
  `for _, row := range response.TableToRowsResult[${quoted(table)}] {`,
  '\tshow(&row.PrimaryKey, row.Columns)',
  '}',
]
