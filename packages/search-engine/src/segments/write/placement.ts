import { outOfRange } from '@rowhouse/platform'
import { GrowableUint32 } from '../format/growable.js'
import { DROPPED } from './document-map.js'

/** The slots of a column's values in the new segment. */
export interface Placement {
  readonly documents: number
  readonly documentsWithValue: number
  /** Undefined when no document has more than one value: slot d is then document d's. */
  readonly starts: Uint32Array | undefined
  /** Undefined when every document has a value. */
  readonly present: Uint32Array | undefined
  /** Which slots hold a value: all, or those of documents that have one. */
  readonly filled: Uint32Array | undefined
  readonly slots: number
  /** By origin, the slot of each value, or DROPPED. */
  readonly targets: readonly Uint32Array[]
}

/** `owners`: by origin, the new document of each value, or DROPPED; values of one document together. */
export const placeValues = (documents: number, owners: readonly Uint32Array[]): Placement => {
  const counts = new Uint32Array(documents + 1)
  for (const list of owners)
    for (let index = 0; index < list.length; index++) {
      const owner = list[index] ?? outOfRange()
      if (owner !== DROPPED) counts[owner] = (counts[owner] ?? outOfRange()) + 1
    }
  let documentsWithValue = 0
  let most = 0
  for (let document = 0; document < documents; document++) {
    const count = counts[document] ?? outOfRange()
    if (count > 0) documentsWithValue++
    if (count > most) most = count
  }
  const present = documentsWithValue === documents ? undefined : presentOf(counts, documents)
  const shape = { documents, documentsWithValue, present }
  if (most <= 1)
    return { ...shape, starts: undefined, filled: present, slots: documents, targets: owners }
  const starts = startsOf(counts, documents)
  const next = starts.slice()
  const targets = owners.map((list) => {
    const slots = new Uint32Array(list.length)
    for (let index = 0; index < list.length; index++) {
      const owner = list[index] ?? outOfRange()
      const slot = owner === DROPPED ? DROPPED : (next[owner] ?? outOfRange())
      if (slot !== DROPPED) next[owner] = slot + 1
      slots[index] = slot
    }
    return slots
  })
  return { ...shape, starts, filled: undefined, slots: starts[documents] ?? outOfRange(), targets }
}

const presentOf = (counts: Uint32Array, documents: number): Uint32Array => {
  const present = new Uint32Array(Math.ceil(documents / 32))
  for (let document = 0; document < documents; document++)
    if ((counts[document] ?? outOfRange()) > 0)
      present[document >>> 5] = (present[document >>> 5] ?? outOfRange()) | (1 << (document & 31))
  return present
}

const startsOf = (counts: Uint32Array, documents: number): Uint32Array => {
  const starts = new Uint32Array(documents + 1)
  for (let document = 0; document < documents; document++)
    starts[document + 1] = (starts[document] ?? outOfRange()) + (counts[document] ?? outOfRange())
  return starts
}

/** The documents of filled slots in slot order, and the slots themselves if some are empty. */
export const documentsOfSlots = (
  placement: Placement,
): { readonly documents: Uint32Array; readonly slots: Uint32Array | undefined } => {
  const { starts, filled } = placement
  if (starts !== undefined) {
    const documents = new Uint32Array(placement.slots)
    for (let document = 0; document < placement.documents; document++)
      documents.fill(document, starts[document], starts[document + 1])
    return { documents, slots: undefined }
  }
  if (filled === undefined) {
    const documents = new Uint32Array(placement.slots)
    for (let slot = 0; slot < placement.slots; slot++) documents[slot] = slot
    return { documents, slots: undefined }
  }
  const list = new GrowableUint32()
  for (let slot = 0; slot < placement.slots; slot++)
    if (((filled[slot >>> 5] ?? outOfRange()) & (1 << (slot & 31))) !== 0) list.push(slot)
  return { documents: list.view(), slots: list.view() }
}
