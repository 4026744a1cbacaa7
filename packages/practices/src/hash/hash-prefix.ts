import { createHash, getHashes } from 'node:crypto'
import { PracticeError } from '../practice-error.js'
import { type HashDesign, type HashPrefix, USUAL_HASH, prefixBy } from './prefix-by.js'

/** A prefix by a hash of Node.js. */
export function createHashPrefix(design: HashDesign = USUAL_HASH): HashPrefix {
  const { algorithm } = design
  if (!getHashes().includes(algorithm))
    throw new PracticeError(`${algorithm} is no hash of this system`)
  return prefixBy(design, (value) => createHash(algorithm).update(value).digest('hex'))
}
