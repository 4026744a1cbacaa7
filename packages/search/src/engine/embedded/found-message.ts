import type { SearchHit } from '@rowhouse/protocol'
import type { FoundRows } from '../search-engine.js'
import { type PackedKeys, packKeys, unpackKeys } from './packed-keys.js'
import { type Packed, pack, unpack } from './packed-value.js'

/** What a search found, on its way to another thread: keys apart, because they are many and small. */
export interface FoundMessage {
  readonly keys: PackedKeys
  readonly rest: Packed<FoundRest>
}

interface FoundRest {
  readonly hits: readonly SearchHit[]
  readonly others: Omit<FoundRows, 'rows'>
}

export function encodeFound({ rows, ...others }: FoundRows): FoundMessage {
  const rest = pack({ hits: rows.map(({ hit }) => hit), others })
  return { keys: packKeys(rows.map(({ key }) => key)), rest }
}

export function decodeFound(message: FoundMessage): FoundRows {
  const keys = unpackKeys(message.keys)
  const { hits, others } = unpack(message.rest)
  return {
    ...others,
    rows: hits.map((hit, row) => ({ key: keys[row] ?? Buffer.alloc(0), hit })),
  }
}
