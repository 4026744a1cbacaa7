import { PracticeError } from '../practice-error.js'
import { checkKeyLength } from '../splice/part.js'

/** A hash prefix of a key column, which spreads neighbouring values. */
export interface HashDesign {
  /** The name in `node:crypto`. */
  readonly algorithm: string
  /** The number of hexadecimal digits before the value. */
  readonly length: number
}

/** The design of the service's manual. */
export const USUAL_HASH: HashDesign = { algorithm: 'md5', length: 4 }

export interface HashPrefix extends HashDesign {
  prefixOf(value: string): string
  /** The prefix followed by the value. */
  add(value: string): string
  /** The inverse of `add`. */
  remove(key: string): string
  /** The number of prefixes, which is the number of ranges in a read of neighbours. */
  readonly prefixes: number
  /** A sentence about what the hash loses. */
  readonly loses: string
}

/** The hash of a text as hexadecimal digits. */
type Digest = (value: string) => string

/** A scan of neighbours reads every prefix, so more digits could not be scanned. */
const LENGTH_MAX = 8

/** A prefix by a hash that is given, as a browser has none of Node.js. */
export function prefixBy({ algorithm, length }: HashDesign, digest: Digest): HashPrefix {
  if (!Number.isInteger(length) || length < 1 || length > LENGTH_MAX)
    throw new PracticeError(`a hash prefix has 1 to ${LENGTH_MAX} digits`)
  const prefixOf = (value: string): string => digest(value).slice(0, length)
  const prefixes = 16 ** length
  return {
    algorithm,
    length,
    prefixOf,
    prefixes,
    loses:
      'values that follow each other no longer lie together: GetRange cannot read a run of them, ' +
      `only one value, or all ${prefixes} prefixes one after the other`,
    add: (value) => checkKeyLength(prefixOf(value) + value),
    remove: (key) => {
      const value = key.slice(length)
      if (prefixOf(value) !== key.slice(0, length))
        throw new PracticeError(`${JSON.stringify(key)} has not the prefix of its value`)
      return value
    },
  }
}
