import { counted, nounFor } from '@rowhouse/platform'
import {
  type Advice,
  type JudgedCandidate,
  type Order,
  type SideAdvice,
  countText,
  percentText,
  reasonText,
} from '@rowhouse/practices'

import type { TableHeat } from './read-heat.js'

const BAR_CELLS = 20
/** For a file without times whose order was not told. */
const ORDER_NOTE =
  'The order of the file counts as that of writing; if it is another, as in an export, say --order unknown.'
/** There are many splices: only the best are shown, and all with --json. */
const SPLICES_SHOWN = 5

/** The advice as text: a bar of the throughput that each key can use, and the reasons. */
export function describeAdvice(
  { rows, sampledRows, orders, workload, candidates }: Advice,
  givenOrder: string,
  heat: TableHeat | undefined,
  isOrderTold = true,
): string {
  const sampled = sampledRows < rows ? `, ${countText(sampledRows)} of them looked at` : ''
  const { partitions, partitionUnits, rowBytes, rowsPerDay } = workload
  const ofBytes = `of ${countText(rowBytes)} ${nounFor(Math.round(rowBytes), 'byte')}`
  const size = `${countText(rows)} ${nounFor(rows, 'row')} ${ofBytes}`
  const units = `${countText(partitionUnits)} capacity ${nounFor(partitionUnits, 'unit')}`
  const load = `${counted(partitions, 'partition')} of ${units} a second`
  const splices = candidates.filter(({ transform }) => transform === 'splice')
  const shown = new Set([
    ...candidates.filter(({ transform }) => transform !== 'splice'),
    ...splices.slice(0, SPLICES_SHOWN),
  ])
  const hidden = candidates.length - shown.size
  return `${[
    `${size}${sampled}, ${describeOrders(orders, givenOrder)}`,
    `over ${load}; a full bar uses ${nounFor(partitions, 'it', 'them')} all`,
    ...(heat === undefined ? [] : describeHeat(heat)),
    '',
    ...candidates.filter((candidate) => shown.has(candidate)).flatMap(describeCandidate),
    ...(hidden > 0 ? ['', `${hidden} more ${nounFor(hidden, 'splice')} with --json`] : []),
    ...(isOrderTold || orders.some((order) => order !== 'file') ? [] : ['', ORDER_NOTE]),
    ...(rowsPerDay === undefined
      ? ['', 'Give --rows-per-day to see how large the largest value becomes.']
      : []),
  ].join('\n')}\n`
}

/** The same for programs; reasons are sentences there as well. */
export function adviceJson(advice: Advice, heat: TableHeat | undefined): string {
  const candidates = advice.candidates.map((candidate) => ({
    ...candidate,
    reasons: candidate.reasons.map(reasonText),
  }))
  return JSON.stringify({ ...advice, candidates, ...(heat !== undefined && { heat }) })
}

function describeOrders(orders: readonly Order[], givenOrder: string): string {
  const names = orders.map((order) => {
    if (order === 'file') return `in the order ${givenOrder}`
    return order === 'unknown' ? 'in no order' : `in the order of ${order.column}`
  })
  return names.length === 1 ? names.join('') : `${names.join(' and ')}: the worse one counts`
}

function describeCandidate({
  verdict,
  transform,
  columns,
  figures,
  reasons,
}: JudgedCandidate): string[] {
  const filled = Math.round(figures.usedThroughput * BAR_CELLS)
  const bar = '█'.repeat(filled) + '░'.repeat(BAR_CELLS - filled)
  const name = {
    none: columns.join(),
    hash: `hash of ${columns.join()}`,
    splice: columns.join(' + '),
  }
  return [
    `${verdict.padEnd(4)}  ${bar} ${percentText(figures.usedThroughput).padStart(5)}  ${name[transform]}`,
    ...reasons.map((reason) => `        ${reasonText(reason)}`),
  ]
}

function describeHeat(heat: TableHeat): string[] {
  const { partitions, unitsPerSecond, hottest, hotKeys, columns } = heat
  const units = `${countText(unitsPerSecond)} units a second`
  return [
    '',
    `the table now: ${counted(partitions, 'partition')}, ${units}`,
    ...hottest.map(({ value, share }) => `  ${percentText(share)} of the load: ${value}`),
    ...hotKeys.map(
      (value) => `  hot key, which no split helps: ${value}; another partition key is needed`,
    ),
    ...(columns === undefined ? [] : describeColumns(columns)),
  ]
}

/** Small columns are many, and say nothing. */
const COLUMNS_SHOWN = 8

function describeColumns({ move, columns, reasons }: SideAdvice): string[] {
  if (columns.length === 0) return []
  const verdict =
    move.length === 0
      ? 'no column should move to a side table'
      : `to a side table: ${move.join(', ')}`
  return [
    `  ${verdict}`,
    ...columns.slice(0, COLUMNS_SHOWN).map(({ name, reason }) => `    ${name}: ${reason}`),
    ...reasons.map((reason) => `    ${reason}`),
  ]
}
