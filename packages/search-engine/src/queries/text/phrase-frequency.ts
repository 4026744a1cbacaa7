import { outOfRange } from '@rowhouse/platform'

/** A word of a phrase: its list of positions, and its offset in the phrase. */
export interface PhraseSlot {
  readonly list: number
  readonly offset: number
}

/** Positions of one term in one document, ascending. */
export interface Positions {
  values: Uint32Array
  count: number
}

/** The number of exact occurrences of the phrase. The first slot leads; choose the rarest. */
export function exactFrequency(
  slots: readonly PhraseSlot[],
  lists: readonly Positions[],
  places: Uint32Array,
): number {
  const [leader, ...others] = slots
  const positions = leader && lists[leader.list]
  if (leader === undefined || positions === undefined) return 0
  for (let place = 0; place < others.length; place += 1) places[place] = 0
  let frequency = 0
  for (let index = 0; index < positions.count; index += 1) {
    const start = (positions.values[index] ?? outOfRange()) - leader.offset
    if (standsAt(start, others, lists, places)) frequency += 1
  }
  return frequency
}

function standsAt(
  start: number,
  slots: readonly PhraseSlot[],
  lists: readonly Positions[],
  places: Uint32Array,
): boolean {
  for (let slot = 0; slot < slots.length; slot += 1) {
    const { list, offset } = slots[slot] ?? outOfRange()
    const positions = lists[list] ?? outOfRange()
    let place = places[slot] ?? outOfRange()
    while (place < positions.count && (positions.values[place] ?? outOfRange()) < start + offset)
      place += 1
    places[slot] = place
    if (place >= positions.count || positions.values[place] !== start + offset) return false
  }
  return true
}

/**
 * The same where words may be up to `slop` positions off; a match counts less the further its words
 * are apart, as in Lucene. A position is used by one word only.
 */
export function sloppyFrequency(
  slots: readonly PhraseSlot[],
  lists: readonly Positions[],
  slop: number,
): number {
  const ordered = [...slots].sort((a, b) => a.list - b.list || a.offset - b.offset)
  let frequency = 0
  for (const start of startsOf(ordered, lists)) {
    const width = widthAt(start, ordered, lists, slop)
    if (width !== undefined) frequency += 1 / (1 + width)
  }
  return frequency
}

/** The possible starts of a match: each position minus its offset in the phrase. */
function startsOf(slots: readonly PhraseSlot[], lists: readonly Positions[]): Set<number> {
  const starts = new Set<number>()
  for (const { list, offset } of slots) {
    const { values, count } = lists[list] ?? outOfRange()
    for (let index = 0; index < count; index += 1)
      starts.add((values[index] ?? outOfRange()) - offset)
  }
  return starts
}

/** The distance between the words of the match from a start; undefined when there is none. */
function widthAt(
  start: number,
  slots: readonly PhraseSlot[],
  lists: readonly Positions[],
  slop: number,
): number | undefined {
  let width = 0
  let isAtStart = false
  let list = -1
  let previous = -1
  for (const slot of slots) {
    if (slot.list !== list) previous = -1
    list = slot.list
    // The first free position is always right, because later words of the same term have larger
    // offsets.
    const from = Math.max(start + slot.offset, previous + 1)
    const position = firstFrom(lists[list], from)
    if (position === undefined || position > start + slot.offset + slop) return undefined
    previous = position
    const distance = position - slot.offset - start
    if (distance === 0) isAtStart = true
    width = Math.max(width, distance)
  }
  return isAtStart ? width : undefined
}

function firstFrom(positions: Positions | undefined, from: number): number | undefined {
  if (positions === undefined) return undefined
  let low = 0
  let high = positions.count
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((positions.values[middle] ?? outOfRange()) < from) low = middle + 1
    else high = middle
  }
  return low < positions.count ? positions.values[low] : undefined
}
