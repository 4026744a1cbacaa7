import type { Entry, KeyValueStore } from '@rowhouse/store'
import { EntryReader } from './entry-reader.js'
import type { LaterRows } from './later-rows.js'
import { storedRowNumber } from './stored-row-number.js'

export interface Compared {
  /** Entries that are equal in both stores. */
  readonly entries: number
  /** The entries among them that are rows of the benchmark. */
  readonly rows: number
  /** Lists of partitions that differ: tables split and merge by themselves. */
  readonly layouts: number
}

type Found = { -readonly [Name in keyof Compared]: number }

/**
 * Checks that the restored store has exactly the entries of the original one without the later rows: rows
 * with all versions and timestamps, names of columns, the catalogue. Throws an error with the first key
 * that differs.
 */
export async function compareStores(
  original: KeyValueStore,
  restored: KeyValueStore,
  later: LaterRows,
  onCompared: (rows: number) => void = () => {},
): Promise<Compared> {
  const left = new EntryReader(original)
  const right = new EntryReader(restored)
  const found = { entries: 0, rows: 0, layouts: 0 }
  try {
    while (!left.isOver || !right.isOver) {
      walk(left, right, later, found)
      onCompared(found.rows)
      await Promise.all([left.refill(), right.refill()])
    }
    return found
  } finally {
    await Promise.all([left.close(), right.close()])
  }
}

/** Compares until one side has used up its batch. */
function walk(left: EntryReader, right: EntryReader, later: LaterRows, found: Found): void {
  while (left.isReady && right.isReady) {
    const one = left.entry
    const other = right.entry
    const number = one && storedRowNumber(one.key)
    if (number !== undefined && later.take(number)) {
      left.step()
    } else if (one !== undefined && other?.key.equals(one.key) === true) {
      compareValues(one, other, found)
      if (number !== undefined) found.rows++
      left.step()
      right.step()
    } else {
      const isSurplus = one === undefined || (other !== undefined && other.key.compare(one.key) < 0)
      const reader = isSurplus ? right : left
      const alone = reader.entry
      // Both sides have ended.
      if (alone === undefined) return
      if (!isLayout(alone.key)) {
        const what = isSurplus ? 'was not there at the moment' : 'was not restored'
        throw new Error(`${describeKey(alone.key)} ${what}`)
      }
      found.layouts++
      reader.step()
    }
  }
}

function compareValues({ key, value }: Entry, other: Entry, found: Found): void {
  if (value.equals(other.value)) found.entries++
  else if (isLayout(key)) found.layouts++
  else throw new Error(`${describeKey(key)} was not restored as it was`)
}

const CATALOGUE = 0
const INSTANCE_AT = 5
const LAYOUT = 0x25

/** docs/formats.md, "Catalogue": the instance, a zero, a percent sign. */
const isLayout = (key: Buffer): boolean =>
  key.readUInt32BE(0) === CATALOGUE && key[key.indexOf(0, INSTANCE_AT) + 1] === LAYOUT

function describeKey(key: Buffer): string {
  const number = storedRowNumber(key)
  const bytes = `key ${key.toString('hex', 4)} of table ${key.readUInt32BE(0)}`
  return number === undefined ? bytes : `row ${number}, ${bytes},`
}
