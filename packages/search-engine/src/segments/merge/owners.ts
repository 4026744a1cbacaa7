import { outOfRange } from '@rowhouse/platform'
import type { FieldReader } from '../field-reader.js'
import { DROPPED } from '../write/document-map.js'

/** The new document of each slot of a column; DROPPED for empty slots, too. */
export const ownersOfSlots = (
  { present }: FieldReader,
  starts: Uint32Array | undefined,
  numbers: Uint32Array,
): Uint32Array => {
  if (starts === undefined) return present === undefined ? numbers : onlyPresent(present, numbers)
  const owners = new Uint32Array(starts[numbers.length] ?? outOfRange())
  for (let document = 0; document < numbers.length; document++)
    owners.fill(numbers[document] ?? outOfRange(), starts[document], starts[document + 1])
  return owners
}

const onlyPresent = (present: Uint32Array, numbers: Uint32Array): Uint32Array => {
  const owners = new Uint32Array(numbers.length)
  for (let document = 0; document < numbers.length; document++) {
    const isThere = ((present[document >>> 5] ?? outOfRange()) & (1 << (document & 31))) !== 0
    owners[document] = isThere ? (numbers[document] ?? outOfRange()) : DROPPED
  }
  return owners
}

export const hasAny = (owners: readonly Uint32Array[]): boolean => {
  for (const list of owners)
    for (let index = 0; index < list.length; index++) if (list[index] !== DROPPED) return true
  return false
}

/** Visits every value that stays, with its place in the input and in the new segment. */
export const eachTarget = (
  targets: Uint32Array | undefined,
  visit: (slot: number, index: number) => void,
): void => {
  if (targets === undefined) return
  for (let index = 0; index < targets.length; index++) {
    const slot = targets[index] ?? outOfRange()
    if (slot !== DROPPED) visit(slot, index)
  }
}

/** The same for values that stay unchanged, without a call for each. */
export const place = <T extends Uint32Array | Int32Array | Float64Array>(
  targets: Uint32Array | undefined,
  from: T,
  to: T,
): void => {
  if (targets === undefined) return
  for (let index = 0; index < targets.length; index++) {
    const slot = targets[index] ?? outOfRange()
    if (slot !== DROPPED) to[slot] = from[index] ?? outOfRange()
  }
}
