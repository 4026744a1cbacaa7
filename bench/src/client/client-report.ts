import { goalRow } from '../report/print-load.js'
import { figure, textTable } from '../report/text-table.js'
import type { ClientFigures } from './client-job.js'

export interface ClientRound extends ClientFigures {
  readonly name: string
}

/** Prints the figures, and the goals for which the figures were measured. */
export function printClientReport(rounds: readonly ClientRound[]): void {
  const found = figuresOf(rounds)
  const lines = [...found].map(([name, { perSecond, cpuMicros }]) => [
    name,
    figure(perSecond),
    figure(cpuMicros),
  ])
  console.log(`\n${textTable(['', 'per second', 'processor us each'], lines)}\n`)
  console.log(textTable(['goal', 'wanted', 'measured', 'met'], goalsOf(found)))
}

function goalsOf(found: ReadonlyMap<string, ClientFigures>): string[][] {
  const goals: string[][] = []
  const ours = found.get('GetRow, ours')
  const sdk = found.get('GetRow, official SDK')
  if (ours !== undefined) goals.push(goalRow('GetRow, processor us', 45, ours.cpuMicros, false))
  if (ours !== undefined && sdk !== undefined) {
    goals.push(goalRow('GetRow, of the official SDK', 3, ours.perSecond / sdk.perSecond, true))
  }
  const sunk = found.get('rows to a sink, writeMany')
  if (sunk !== undefined) goals.push(goalRow('rows to a sink', 60_000, perCore(sunk), true))
  for (const by of ['writeMany', 'bulk writer']) {
    const written = found.get(`rows written, ${by}`)
    for (const made of ['recorded', 'filled', 'encoded']) {
      const raw = found.get(`rows written, ${made} requests`)
      if (raw === undefined || written === undefined) continue
      const share = written.perSecond / raw.perSecond
      goals.push(goalRow(`${by}, of ${made} requests`, 0.9, share, true))
    }
  }
  const read = found.get('rows of recorded pages')
  if (read !== undefined) goals.push(goalRow('rows decoded', 300_000, perCore(read), true))
  return goals
}

/** The rate of one core that does nothing else. */
const perCore = ({ cpuMicros }: ClientFigures): number => 1e6 / cpuMicros

/** The median rate and the minimum of the processor time, to which other processes only add. */
function figuresOf(rounds: readonly ClientRound[]): Map<string, ClientFigures> {
  const names = new Set(rounds.map(({ name }) => name))
  return new Map(
    [...names].map((name) => {
      const of = rounds.filter((round) => round.name === name)
      const perSecond = median(of.map((round) => round.perSecond))
      return [name, { perSecond, cpuMicros: Math.min(...of.map((round) => round.cpuMicros)) }]
    }),
  )
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted[sorted.length >> 1]
  if (middle === undefined) throw new RangeError('Nothing was measured')
  return middle
}
