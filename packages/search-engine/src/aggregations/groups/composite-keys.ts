import { expectDefined, outOfRange } from '@rowhouse/platform'
import type { SegmentView } from '../../segments/segment-reader.js'
import type { Block } from '../aggregator.js'
import type { ValueKeys } from './field-keys.js'
import type { GroupRoom } from './group-room.js'
import { PairTable } from './pair-table.js'
import {
  KeyRoom,
  type KeySource,
  type KeyedHits,
  type SegmentKeys,
  rememberKeys,
  sameKey,
} from './segment-keys.js'

/** Stands for a missing value; the keys of sources come behind it. */
const NULL = 0

interface OpenSource {
  readonly keys: SegmentKeys
  readonly keyOf: (local: number) => number
}

/**
 * The source that is restricted to a part of its keys, and whether the part includes missing
 * values.
 */
export interface PartedSource {
  readonly number: number
  readonly holdsAbsent: boolean
}

/**
 * Combinations of the keys of several sources. Each source pairs its keys with the combinations of
 * the sources before it, so a combination is one number.
 */
export class CompositeKeysSource implements KeySource {
  readonly #sources: readonly ValueKeys[]
  readonly #tables: readonly PairTable[]
  readonly #rooms: readonly { readonly hits: KeyRoom; readonly keys: KeyRoom }[]
  readonly #parted: PartedSource | undefined
  readonly #cellsMax: number
  /** The order of the sources: the restricted one first, so that no other combination is made. */
  readonly #order: readonly number[]

  constructor(sources: readonly ValueKeys[], room: GroupRoom, parted?: PartedSource) {
    this.#sources = sources
    this.#parted = parted
    this.#cellsMax = room.cellsMax
    const first = parted === undefined ? [] : [parted.number]
    this.#order = [...new Set([...first, ...sources.keys()])]
    this.#tables = sources.map(() => new PairTable(room))
    this.#rooms = sources.map(() => ({ hits: new KeyRoom(), keys: new KeyRoom() }))
  }

  memoryBytes(): number {
    let bytes = 0
    for (const source of this.#sources) bytes += source.memoryBytes?.() ?? 0
    for (const table of this.#tables) bytes += table.memoryBytes
    return bytes
  }

  open(view: SegmentView, viewNumber: number): SegmentKeys {
    const opened = this.#sources.map((source): OpenSource | undefined => {
      const keys = source.open(view, viewNumber)
      if (keys === undefined) return undefined
      const isPart = keys.part !== undefined
      return { keys, keyOf: isPart ? keys.keyOf : rememberKeys(keys, this.#cellsMax) }
    })
    return {
      size: undefined,
      mayRepeat: opened.some((source) => source?.keys.mayRepeat === true),
      keyOf: sameKey,
      read: (block) => this.#read(block, opened),
    }
  }

  /** The key of each source; undefined where there was no value. */
  parts(combination: number): (number | undefined)[] {
    const parts: (number | undefined)[] = this.#sources.map(() => undefined)
    let rest = combination
    for (const number of this.#order.toReversed()) {
      const table = expectDefined(this.#tables[number], 'a source has a table')
      const key = table.second(rest)
      if (key !== NULL) parts[number] = key - 1
      rest = table.first(rest)
    }
    return parts
  }

  #read(block: Block, opened: readonly (OpenSource | undefined)[]): KeyedHits {
    let combined: Combined = { count: block.count, hits: undefined, keys: undefined }
    for (const number of this.#order) {
      const source = opened[number]
      const table = this.#tables[number]
      const rooms = this.#rooms[number]
      if (table === undefined || rooms === undefined) throw new Error('a source has a table')
      const leavesOut = this.#parted?.number === number && !this.#parted.holdsAbsent
      const keyed = source?.keys.read(block)
      combined = combine(combined, keyed, source, { table, rooms, leavesOut })
    }
    return { count: combined.count, hits: combined.hits, keys: combined.keys ?? new Uint32Array(0) }
  }
}

interface Combined {
  readonly count: number
  /** Undefined: every hit once. */
  readonly hits: Uint32Array | undefined
  /** Undefined: all 0. */
  readonly keys: Uint32Array | undefined
}

interface Combining {
  readonly table: PairTable
  readonly rooms: { readonly hits: KeyRoom; readonly keys: KeyRoom }
  /** Whether hits without a key belong to another part. */
  readonly leavesOut: boolean
}

const ALL_KEYS = { from: 0, end: Infinity }

/**
 * Joins two sides that ascend by hit: each combination of a hit meets each of its keys, or its
 * missing value.
 */
function combine(
  before: Combined,
  keyed: KeyedHits | undefined,
  source: OpenSource | undefined,
  { table, rooms, leavesOut }: Combining,
): Combined {
  const { from, end: behind } = source?.keys.part ?? ALL_KEYS
  let count = 0
  let begin = 0
  for (let index = 0; index < before.count; index++) {
    const hit = before.hits?.[index] ?? index
    const combination = before.keys?.[index] ?? 0
    const end = keyed?.count ?? 0
    while (begin < end && (keyed?.hits?.[begin] ?? begin) < hit) begin++
    let at = begin
    for (; at < end && (keyed?.hits?.[at] ?? at) === hit; at++) {
      const local = keyed?.keys[at] ?? outOfRange()
      if (local < from || local >= behind) continue
      const hits = rooms.hits.reserve(count + 1)
      const keys = rooms.keys.reserve(count + 1)
      hits[count] = hit
      const key = expectDefined(source, 'keys have a source').keyOf(local)
      keys[count] = table.numberOf(combination, key + 1)
      count++
    }
    if (at > begin || leavesOut) continue
    rooms.hits.reserve(count + 1)[count] = hit
    rooms.keys.reserve(count + 1)[count] = table.numberOf(combination, NULL)
    count++
  }
  return { count, hits: rooms.hits.reserve(count), keys: rooms.keys.reserve(count) }
}
