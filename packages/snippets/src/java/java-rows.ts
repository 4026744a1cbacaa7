import { type Code, followed, labelled } from '../layout/code-layout.js'
import { quoted } from '../layout/literals.js'
import {
  type ColumnCell,
  type RequestOf,
  type RowCondition,
  type Selected,
  isMark,
} from '../request.js'
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
    `${name}.setCondition(${condition});`,
    ...(change.key.some(({ value }) => isMark(value))
      ? [`${name}.setReturnType(ReturnType.RT_PK);`]
      : []),
  ]
}

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
export function selectionStatements({ columns, maxVersions, time }: Selected): string[] {
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
  ]
}

/** Reads the range to its end if there is no limit. */
export function rangeStatements(request: RequestOf<'GetRange'>): Code[] {
  return [
    `RangeRowQueryCriteria criteria = new RangeRowQueryCriteria(${quoted(request.table)});`,
    `criteria.setDirection(Direction.${request.isBackward ? 'BACKWARD' : 'FORWARD'});`,
    followed(labelled('criteria.setInclusiveStartPrimaryKey(', key(request.start)), ');'),
    followed(labelled('criteria.setExclusiveEndPrimaryKey(', key(request.end)), ');'),
    ...(request.limit === undefined ? [] : [`criteria.setLimit(${request.limit});`]),
    ...selectionStatements(request),
    'GetRangeResponse page = client.getRange(new GetRangeRequest(criteria));',
    'page.getRows().forEach(System.out::println);',
    ...(request.limit === undefined
      ? [
          'while (page.getNextStartPrimaryKey() != null) {',
          '  criteria.setInclusiveStartPrimaryKey(page.getNextStartPrimaryKey());',
          '  page = client.getRange(new GetRangeRequest(criteria));',
          '  page.getRows().forEach(System.out::println);',
          '}',
        ]
      : []),
  ]
}
