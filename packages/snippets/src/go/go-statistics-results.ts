import type { Aggregation, GroupBy } from '@rowhouse/protocol'
import { quoted } from '../layout/literals.js'
import { className } from '../layout/statistics-names.js'
import { isSent } from './go-statistics.js'

/** Statements that print statistics, those within groups inside the loops over their groups. */
export function resultStatements(
  aggregations: readonly Aggregation[],
  groupBys: readonly GroupBy[],
  [aggregated, grouped]: readonly [string, string] = [
    'response.AggregationResults',
    'response.GroupByResults',
  ],
): string[] {
  return [
    ...aggregations.flatMap((each, at) => printed(each, aggregated, `result${at + 1}`)),
    ...groupBys.filter(isSent).flatMap((each, at) => groups(each, grouped, `groups${at + 1}`)),
  ]
}

function printed({ kind, name }: Aggregation, results: string, variable: string): string[] {
  const found = [`${variable}, err := ${results}.${className(kind)}(${quoted(name)})`, 'check(err)']
  switch (kind) {
    case 'topRows':
      return [
        ...found,
        `for _, row := range ${variable}.Value {`,
        '\tfmt.Println(row.PrimaryKey.PrimaryKeys)',
        '}',
      ]
    case 'percentiles':
      return [
        ...found,
        `for _, percentile := range ${variable}.PercentilesAggregationItems {`,
        '\tfmt.Println(percentile.Key, percentile.Value.Value)',
        '}',
      ]
    default:
      return [...found, `fmt.Println(${quoted(name)}, ${variable}.Value)`]
  }
}

/** What each kind of group says of itself. */
const CELLS: Readonly<Record<GroupBy['kind'], readonly string[]>> = {
  field: ['Key', 'RowCount'],
  range: ['From', 'To', 'RowCount'],
  filter: ['RowCount'],
  geoDistance: ['From', 'To', 'RowCount'],
  histogram: ['Key.Value', 'Value'],
  dateHistogram: ['Timestamp', 'RowCount'],
  geoGrid: ['Key', 'RowCount'],
  composite: ['RowCount'],
}

function groups(given: GroupBy, results: string, variable: string): string[] {
  const cells = CELLS[given.kind].map((name) => `item.${name}`)
  const within = resultStatements(
    given.subAggregations,
    given.kind === 'composite' ? [] : given.subGroupBys,
    ['item.SubAggregations', 'item.SubGroupBys'],
  )
  return [
    `${variable}, err := ${results}.GroupBy${className(given.kind)}(${quoted(given.name)})`,
    'check(err)',
    `for _, item := range ${variable}.Items {`,
    ...(given.kind === 'composite' ? KEYS : []),
    `\tfmt.Println(${[quoted(given.name), ...cells].join(', ')})`,
    ...within.map((line) => `\t${line}`),
    '}',
  ]
}

/** A key is nil where a row has no value. */
const KEYS = [
  '\tfor _, key := range item.Keys {',
  '\t\tif key != nil {',
  '\t\t\tfmt.Print(*key, " ")',
  '\t\t}',
  '\t}',
]
