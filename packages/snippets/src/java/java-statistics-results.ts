import type { Aggregation, GroupBy } from '@rowhouse/protocol'
import { quoted } from '../layout/literals.js'
import { className } from '../layout/statistics-names.js'

interface Statistics {
  readonly aggregations: readonly Aggregation[]
  readonly groupBys: readonly GroupBy[]
}

/** Statements that print statistics, those within groups inside the loops over their groups. */
export const resultStatements = ({ aggregations, groupBys }: Statistics): string[] => [
  ...aggregations.flatMap((each) => printed(each, 'response.getAggregationResults()')),
  ...groupBys.flatMap((each) => groups(each, 'response.getGroupByResults()', 'item')),
]

function printed({ kind, name }: Aggregation, results: string): string[] {
  const result = `${results}.getAs${className(kind)}AggregationResult(${quoted(name)})`
  switch (kind) {
    case 'topRows':
      return [`${result}.getRows().forEach(System.out::println);`]
    case 'percentiles':
      return [
        `for (PercentilesAggregationItem percentile :`,
        `    ${result}.getPercentilesAggregationItems()) {`,
        '  System.out.println(percentile.getKey() + " " + percentile.getValue());',
        '}',
      ]
    default:
      return [`System.out.println(${quoted(`${name} `)} + ${result}.getValue());`]
  }
}

/** What each kind of group says of itself. */
const CELLS: Readonly<Record<GroupBy['kind'], readonly string[]>> = {
  field: ['getKey', 'getRowCount'],
  range: ['getFrom', 'getTo', 'getRowCount'],
  filter: ['getRowCount'],
  geoDistance: ['getFrom', 'getTo', 'getRowCount'],
  histogram: ['getKey', 'getValue'],
  dateHistogram: ['getTimestamp', 'getRowCount'],
  geoGrid: ['getKey', 'getRowCount'],
  composite: ['getKeys', 'getRowCount'],
}

function groups(given: GroupBy, results: string, item: string): string[] {
  const kind = className(given.kind)
  const isHistogram = given.kind === 'histogram' || given.kind === 'dateHistogram'
  const type = `GroupBy${kind}${isHistogram ? '' : 'Result'}Item`
  const cells = CELLS[given.kind].map((getter) => `${item}.${getter}()`)
  const within = [
    ...given.subAggregations.flatMap((each) => printed(each, `${item}.getSubAggregationResults()`)),
    ...given.subGroupBys.flatMap((each) =>
      groups(each, `${item}.getSubGroupByResults()`, `${item}Of`),
    ),
  ]
  return [
    `for (${type} ${item} :`,
    `    ${results}.getAsGroupBy${kind}Result(${quoted(given.name)}).get${type}s()) {`,
    `  System.out.println(${[quoted(given.name), ...cells].join(' + " " + ')});`,
    ...within.map((line) => `  ${line}`),
    '}',
  ]
}
