import { createHash, getHashes } from 'node:crypto'
import { PracticeError } from '../practice-error.js'
import { checkKeyLength } from '../splice/part.js'

/** A hash in front of a key column, so that neighbouring values lie far apart. */
export interface HashDesign {
  /** As `node:crypto` names it. */
  readonly algorithm: string
  /** Hexadecimal digits in front of the value. */
  readonly length: number
}

/** The manual's. */
export const USUAL_HASH: HashDesign = { algorithm: 'md5', length: 4 }

export interface HashPrefix extends HashDesign {
  prefixOf(value: string): string
  /** The prefix and the value behind it. */
  add(value: string): string
  /** The inverse of `add`. */
  remove(key: string): string
  /** How many prefixes there are: over so many ranges a read of neighbours fans out. */
  readonly prefixes: number
  /** What is lost, for people. */
  readonly loses: string
}

/** Every prefix is asked for by a scan of neighbours: more digits than these could not be scanned at all. */
const LENGTH_MAX = 8

export function createHashPrefix(design: HashDesign = USUAL_HASH): HashPrefix {
  const { algorithm, length } = design
  if (!getHashes().includes(algorithm))
    throw new PracticeError(`${algorithm} is no hash of this system`)
  if (!Number.isInteger(length) || length < 1 || length > LENGTH_MAX)
    throw new PracticeError(`a hash prefix has 1 to ${LENGTH_MAX} digits`)
  const prefixOf = (value: string): string =>
    createHash(algorithm).update(value).digest('hex').slice(0, length)
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
