import type { SegmentView } from '../../segments/segment-reader.js'
import type { Block } from '../aggregator.js'
import type { ValueKeys } from './field-keys.js'
import { PairTable } from './pair-table.js'
import {
  KeyRoom,
  type KeySource,
  type KeyedHits,
  type SegmentKeys,
  rememberKeys,
  sameKey,
} from './segment-keys.js'

/** Stands for a row without a value; keys of sources come behind it. */
const NULL = 0

interface OpenSource {
  readonly keys: SegmentKeys
  readonly keyOf: (local: number) => number
}

/**
 * Combinations of the keys of several sources. Each source pairs its keys with the combinations of the
 * sources before it, so that a combination is one number.
 */
export class CompositeKeysSource implements KeySource {
  readonly #sources: readonly ValueKeys[]
  readonly #tables: readonly PairTable[]
  readonly #rooms: readonly { readonly hits: KeyRoom; readonly keys: KeyRoom }[]

  constructor(sources: readonly ValueKeys[]) {
    this.#sources = sources
    this.#tables = sources.map(() => new PairTable())
    this.#rooms = sources.map(() => ({ hits: new KeyRoom(), keys: new KeyRoom() }))
  }

  open(view: SegmentView): SegmentKeys {
    const opened = this.#sources.map((source): OpenSource | undefined => {
      const keys = source.open(view)
      return keys && { keys, keyOf: rememberKeys(keys) }
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
    const parts: (number | undefined)[] = []
    let rest = combination
    for (const table of this.#tables.toReversed()) {
      const key = table.second(rest)
      parts.unshift(key === NULL ? undefined : key - 1)
      rest = table.first(rest)
    }
    return parts
  }

  #read(block: Block, opened: readonly (OpenSource | undefined)[]): KeyedHits {
    let combined: Combined = { count: block.count, hits: undefined, keys: undefined }
    for (const [number, source] of opened.entries()) {
      const table = this.#tables[number]
      const rooms = this.#rooms[number]
      if (table === undefined || rooms === undefined) throw new Error('a source has a table')
      combined = combine(combined, source?.keys.read(block), source, table, rooms)
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

/** Both sides ascend by hit; each combination of a hit meets each key of it, or the lack of one. */
function combine(
  before: Combined,
  keyed: KeyedHits | undefined,
  source: OpenSource | undefined,
  table: PairTable,
  rooms: { readonly hits: KeyRoom; readonly keys: KeyRoom },
): Combined {
  let count = 0
  let begin = 0
  for (let index = 0; index < before.count; index++) {
    const hit = before.hits?.[index] ?? index
    const combination = before.keys?.[index] ?? 0
    const end = keyed?.count ?? 0
    while (begin < end && (keyed?.hits?.[begin] ?? begin) < hit) begin++
    let at = begin
    for (; at < end && (keyed?.hits?.[at] ?? at) === hit; at++) {
      const hits = rooms.hits.reserve(count + 1)
      const keys = rooms.keys.reserve(count + 1)
      hits[count] = hit
      keys[count] = table.numberOf(combination, (source?.keyOf(keyed?.keys[at] ?? 0) ?? 0) + 1)
      count++
    }
    if (at > begin) continue
    rooms.hits.reserve(count + 1)[count] = hit
    rooms.keys.reserve(count + 1)[count] = table.numberOf(combination, NULL)
    count++
  }
  return { count, hits: rooms.hits.reserve(count), keys: rooms.keys.reserve(count) }
}
