import type { Value } from '@rowhouse/client'

type Row = Readonly<Record<string, Value | undefined>>

/** Merges several sorted sequences by key; rows with equal keys are in the order of the sequences. */
export async function* mergeByKey(
  sequences: readonly AsyncGenerator<Row, void, undefined>[],
  keyNames: readonly string[],
  isBackward: boolean,
): AsyncGenerator<Row, void, undefined> {
  const heads = await Promise.all(sequences.map(async (sequence) => (await sequence.next()).value))
  try {
    for (;;) {
      let least: number | undefined
      for (const [at, head] of heads.entries()) {
        if (!head) continue
        const best = least === undefined ? undefined : heads[least]
        const order = best ? compareKeys(head, best, keyNames) : -1
        if ((isBackward ? -order : order) < 0 || !best) least = at
      }
      if (least === undefined) return
      const row = heads[least]
      if (!row) return
      yield row
      heads[least] = (await sequences[least]?.next())?.value
    }
  } finally {
    await Promise.all(sequences.map((sequence) => sequence.return()))
  }
}

function compareKeys(a: Row, b: Row, names: readonly string[]): number {
  for (const name of names) {
    const order = compareValues(a[name], b[name])
    if (order !== 0) return order
  }
  return 0
}

function compareValues(a: Value | undefined, b: Value | undefined): number {
  if (typeof a === 'bigint' && typeof b === 'bigint') return a === b ? 0 : a < b ? -1 : 1
  return Buffer.compare(bytesOf(a), bytesOf(b))
}

const bytesOf = (value: Value | undefined): Uint8Array =>
  value instanceof Uint8Array ? value : Buffer.from(String(value))
