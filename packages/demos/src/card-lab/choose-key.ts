import type { Client } from '@rowhouse/client'
import { expectDefined, outOfRange } from '@rowhouse/platform'
import { type Advice, type Reason, type Verdict, advise, createSampler } from '@rowhouse/practices'
import { KEY_DESIGNS, type KeyDesign } from './key-designs.js'
import {
  type MeasureTimes,
  type MeasuredRate,
  type MeasuredTable,
  measureWrites,
} from './measure-writes.js'
import type { Lab } from './lab.js'

const COLUMNS = ['CardID', 'SellerID', 'DeviceID', 'OrderNumber'] as const
export const PARTITIONS = 8
export const RESERVED = 800

/** What the advisor says about a key, and what a table with it takes. */
export interface KeyOutcome {
  readonly name: string
  readonly verdict: Verdict
  readonly reasons: readonly Reason[]
  /** Of the throughput of all partitions, what the advisor expects and what was measured. */
  readonly expectedShare: number
  readonly measured: MeasuredRate
}

/** The advisor's judgement of the set's purchases, from a sample of them. */
export function adviseOnKeys({ rows, swipe }: Lab): Advice {
  const sampler = createSampler([...COLUMNS])
  for (let n = 0; n < rows; n += 1) {
    const { card, seller, device, order } = swipe(n)
    sampler.add([String(card), seller, String(device), String(order)])
  }
  const splices = [['DeviceID', 'SellerID', 'CardID']]
  return advise(sampler.finish(), { partitions: PARTITIONS, splices, order: 'file' })
}

/** Where eight partitions would begin that had equally many of the keys so far. */
export function splitsOf(keys: readonly string[], partitions: number): readonly string[] {
  const sorted = [...new Set(keys)].toSorted()
  const points = Array.from(
    { length: partitions - 1 },
    (_, nth) => sorted[Math.floor(((nth + 1) * sorted.length) / partitions)] ?? outOfRange(),
  )
  return [...new Set(points)].filter((point) => point !== sorted[0])
}

/** Measures each design on a table of its own, one after the other, beside the advisor's verdict. */
export async function chooseKey(
  client: Client,
  lab: Lab,
  times: MeasureTimes,
  onOutcome: (outcome: KeyOutcome) => void = () => undefined,
): Promise<readonly KeyOutcome[]> {
  const { candidates } = adviseOnKeys(lab)
  const outcomes: KeyOutcome[] = []
  for (const [nth, design] of KEY_DESIGNS.entries()) {
    const advice = expectDefined(
      candidates.find((one) => isOf(one, design)),
      `the advisor judges ${design.name}`,
    )
    const table = tableFor(lab, design, nth)
    const measured = await measureWrites(client, table, times, lab.holdPartitions)
    const { verdict, reasons, figures } = advice
    const { name } = design
    const outcome = { name, verdict, reasons, expectedShare: figures.usedThroughput, measured }
    outcomes.push(outcome)
    onOutcome(outcome)
  }
  return outcomes
}

const isOf = (
  candidate: Advice['candidates'][number],
  { columns, transform }: KeyDesign,
): boolean =>
  candidate.transform === transform &&
  candidate.columns.length === columns.length &&
  columns.every((column) => candidate.columns.includes(column))

/** The first half of the purchases has cut the table; the second half is written, again and again. */
function tableFor(lab: Lab, { keyOf }: KeyDesign, nth: number): MeasuredTable {
  const half = Math.floor(lab.rows / 2)
  const keys = Array.from({ length: half }, (_, n) => keyOf(lab.swipe(n)))
  let n = half
  return {
    name: `card_lab_key_${nth}`,
    splits: splitsOf(keys, PARTITIONS),
    reservedWrite: RESERVED,
    keyOf,
    next: () => {
      const swipe = lab.swipe(n)
      n = n + 1 < lab.rows ? n + 1 : half
      return swipe
    },
  }
}
