import { type Code, followed, labelled } from '../layout/code-layout.js'
import { quoted } from '../layout/literals.js'
import {
  type ColumnCell,
  type ColumnFilter,
  type RequestOf,
  type RowCondition,
  type Selected,
  isMark,
} from '../request.js'
import { filter } from './java-filter.js'
import { columnValue, key } from './java-values.js'

const CONDITIONS: Readonly<Record<RowCondition, string>> = {
  ignore: 'IGNORE',
  exist: 'EXPECT_EXIST',
  not_exist: 'EXPECT_NOT_EXIST',
}

export type Change = RequestOf<'BatchWriteRow'>['rows'][number]

const TYPES = { put: 'RowPutChange', update: 'RowUpdateChange', delete: 'RowDeleteChange' } as const

/** Statements that make a change in the variable `name`. */
export function changeStatements(table: string, change: Change, name: string): Code[] {
  const type = TYPES[change.kind]
  const condition = `new Condition(RowExistenceExpectation.${CONDITIONS[change.condition]})`
  return [
    followed(labelled(`${type} ${name} = new ${type}(${quoted(table)}, `, key(change.key)), ');'),
    ...columnStatements(change, name),
    ...(change.columnCondition === undefined
      ? [`${name}.setCondition(${condition});`]
      : conditionStatements(change.columnCondition, condition, name)),
    ...(change.key.some(({ value }) => isMark(value))
      ? [`${name}.setReturnType(ReturnType.RT_PK);`]
      : []),
  ]
}

const conditionStatements = (columns: ColumnFilter, row: string, name: string): Code[] => [
  `Condition ${name}Condition = ${row};`,
  followed(labelled(`${name}Condition.setColumnCondition(`, filter(columns)), '.toCondition());'),
  `${name}.setCondition(${name}Condition);`,
]

function columnStatements(change: Change, name: string): string[] {
  const put = (method: string) => (column: ColumnCell) => {
    const time = column.timestamp === undefined ? '' : `, ${column.timestamp}L`
    return `${name}.${method}(${quoted(column.name)}, ${columnValue(column.value)}${time});`
  }
  if (change.kind === 'put') return change.columns.map(put('addColumn'))
  if (change.kind === 'delete') return []
  return [
    ...change.put.map(put('put')),
    ...change.deleted.map((column) => `${name}.deleteColumns(${quoted(column)});`),
    ...change.increments.map(
      ({ name: column, by }) =>
        `${name}.increment(new Column(${quoted(column)}, ColumnValue.fromLong(${by}L)));`,
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
    ...columns.map((name) => `criteria.addColumnsToGet(${quoted(name)});`),
    ...(maxVersions === undefined && time !== undefined
      ? []
      : [`criteria.setMaxVersions(${maxVersions ?? 1});`]),
    ...(time === undefined
      ? []
      : 'at' in time
        ? [`criteria.setTimeRange(new TimeRange(${time.at}L));`]
        : [`criteria.setTimeRange(new TimeRange(${time.from}L, ${time.to}L));`]),
    ...(rows === undefined ? [] : [followed(labelled('criteria.setFilter(', filter(rows)), ');')]),
  ]
}
