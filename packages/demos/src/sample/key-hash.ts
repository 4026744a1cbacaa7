import { hash } from 'node:crypto'
import { compareText } from './tally.js'

/** Enough that rows seldom share a partition key, with a quarter of the bytes of a whole MD5. */
const DIGITS = 8

/** The first key column of a sample's tables, of the MD5 of the second: neighbours end up far apart. */
export const keyHash = (id: string): string => hash('md5', id).slice(0, DIGITS)

export interface ById {
  readonly id: string
}

/** The order of the primary keys that have these ids, in which an index answers what is equal otherwise. */
export const compareKeysOf = (a: ById, b: ById): number =>
  compareDigits(keyHash(a.id), keyHash(b.id)) || compareText(a.id, b.id)

const compareDigits = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
