import { goalRow } from '../report/print-load.js'
import { figure, textTable } from '../report/text-table.js'
import type { ClientFigures } from './client-job.js'

export interface ClientRound extends ClientFigures {
  readonly name: string
}

/** The goals of the client; left out when what they need was not measured. */
export function printClientReport(rounds: readonly ClientRound[]): void {
  const medians = mediansOf(rounds)
  const lines = [...medians].map(([name, { perSecond, cpuMicros }]) => [
    name,
    figure(perSecond),
    figure(cpuMicros),
  ])
  console.log(`\n${textTable(['median', 'per second', 'processor us each'], lines)}\n`)
  console.log(textTable(['goal', 'wanted', 'measured', 'met'], goalsOf(medians)))
}

function goalsOf(medians: ReadonlyMap<string, ClientFigures>): string[][] {
  const goals: string[][] = []
  const ours = medians.get('GetRow, ours')
  const sdk = medians.get('GetRow, official SDK')
  if (ours !== undefined) goals.push(goalRow('GetRow, processor us', 45, ours.cpuMicros, false))
  if (ours !== undefined && sdk !== undefined) {
    goals.push(goalRow('GetRow, of the official SDK', 3, ours.perSecond / sdk.perSecond, true))
  }
  const sunk = medians.get('rows to a sink, writeMany')
  if (sunk !== undefined) goals.push(goalRow('rows/s to a sink', 60_000, sunk.perSecond, true))
  const raw = medians.get('rows written, raw generator')
  for (const by of ['writeMany', 'bulk writer']) {
    const written = medians.get(`rows written, ${by}`)
    if (raw === undefined || written === undefined) continue
    goals.push(goalRow(`${by}, of the raw generator`, 0.9, written.perSecond / raw.perSecond, true))
  }
  const read = medians.get('rows of recorded pages')
  if (read !== undefined) goals.push(goalRow('rows/s decoded', 300_000, read.perSecond, true))
  return goals
}

function mediansOf(rounds: readonly ClientRound[]): Map<string, ClientFigures> {
  const names = new Set(rounds.map(({ name }) => name))
  return new Map(
    [...names].map((name) => {
      const of = rounds.filter((round) => round.name === name)
      const perSecond = median(of.map((round) => round.perSecond))
      return [name, { perSecond, cpuMicros: median(of.map((round) => round.cpuMicros)) }]
    }),
  )
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted[sorted.length >> 1]
  if (middle === undefined) throw new RangeError('Nothing was measured')
  return middle
}
