import type { Client } from '@rowhouse/client'
import { shuffle } from '../generate/shuffle-numbers.js'
import { PARTITIONS, RESERVED, splitsOf } from './choose-key.js'
import { cardKey } from './key-designs.js'
import type { Lab } from './lab.js'
import {
  type MeasureTimes,
  type MeasuredRate,
  type MeasuredTable,
  measureWrites,
} from './measure-writes.js'
import type { Swipe } from './swipes.js'

export interface ImportOutcome {
  readonly order: 'sorted' | 'shuffled'
  readonly measured: MeasuredRate
}

/** The same purchases by many writers at once, in the order of the cards and in a random one. */
export async function compareImports(
  client: Client,
  lab: Lab,
  times: MeasureTimes,
): Promise<readonly ImportOutcome[]> {
  const sorted = Array.from({ length: lab.rows }, (_, n) => lab.swipe(n)).toSorted(
    (a, b) => a.card - b.card,
  )
  const splits = splitsOf(
    sorted.map(({ card }) => cardKey(card)),
    PARTITIONS,
  )
  const at = shuffle(1, sorted.length)
  const orders = {
    sorted,
    shuffled: sorted.flatMap((_, n) => sorted[at(n)] ?? []),
  }
  const outcomes: ImportOutcome[] = []
  for (const order of ['sorted', 'shuffled'] as const) {
    const table = tableOf(order, orders[order], splits)
    const measured = await measureWrites(client, table, times, lab.holdPartitions)
    outcomes.push({ order, measured })
  }
  return outcomes
}

function tableOf(
  order: ImportOutcome['order'],
  swipes: readonly Swipe[],
  splits: readonly string[],
): MeasuredTable {
  let n = 0
  return {
    name: `card_lab_import_${order}`,
    splits,
    reservedWrite: RESERVED,
    keyOf: ({ card }) => cardKey(card),
    next: () => {
      const swipe = swipes[n % swipes.length]
      n += 1
      if (swipe === undefined) throw new Error('there are purchases to import')
      return swipe
    },
  }
}
