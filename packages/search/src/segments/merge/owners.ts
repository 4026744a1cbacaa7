import type { FieldReader } from '../field-reader.js'
import { DROPPED } from '../write/document-map.js'

/** The new document of each slot of a column; DROPPED where a slot is empty too. */
export const ownersOfSlots = (
  { present }: FieldReader,
  starts: Uint32Array | undefined,
  numbers: Uint32Array,
): Uint32Array => {
  if (starts === undefined && present === undefined) return numbers
  if (starts === undefined)
    return numbers.map((number, document) =>
      ((present?.[document >>> 5] ?? 0) & (1 << (document & 31))) !== 0 ? number : DROPPED,
    )
  const owners = new Uint32Array(starts[numbers.length] ?? 0)
  for (let document = 0; document < numbers.length; document++)
    owners.fill(numbers[document] ?? DROPPED, starts[document], starts[document + 1])
  return owners
}

export const hasAny = (owners: readonly Uint32Array[]): boolean =>
  owners.some((list) => list.some((owner) => owner !== DROPPED))

/** Calls for every value that comes along, with its place in the input and in the new segment. */
export const eachTarget = (
  targets: Uint32Array | undefined,
  visit: (slot: number, index: number) => void,
): void => {
  targets?.forEach((slot, index) => {
    if (slot !== DROPPED) visit(slot, index)
  })
}
