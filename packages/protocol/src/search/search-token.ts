import { errors } from '../errors/registry.js'
import { ProtoReader } from '../protobuf/proto-reader.js'
import { DecodeScope } from './decode-scope.js'
import { repeated, required } from './fields.js'
import { encodeMessage, type MessageCodec, message } from './message.js'
import { sort } from './queries/query.js'
import { decodeSearchVariant, encodeSearchVariant, type SearchVariant } from './search-variant.js'
import type { Sort } from './sort.js'
import { bytes, embedded, int32, mappedWire } from './wire.js'

/** Of one sorter: the value, null where the row has none, or an encoded primary key. */
export type SortValue = SearchVariant | Buffer | null

/**
 * Where a page ended: the effective sort and the last row's values for it. Clients keep tokens for
 * long and hand them back as they are, so the form has a version.
 */
export interface SearchToken {
  readonly sort: Sort
  readonly after: readonly SortValue[]
}

const VERSION = 1
/** A tag that no variant has. */
const KEY_TAG = 0x10

const sortValue = mappedWire(bytes, decodeSortValue, encodeSortValue)

function encodeSortValue(value: SortValue): Buffer {
  if (value === null) return Buffer.alloc(0)
  if (Buffer.isBuffer(value)) return Buffer.concat([Buffer.of(KEY_TAG), value])
  return encodeSearchVariant(value)
}

function decodeSortValue(encoded: Buffer): SortValue {
  if (encoded.length === 0) return null
  return encoded[0] === KEY_TAG ? encoded.subarray(1) : decodeSearchVariant(encoded)
}

type Versioned = SearchToken & { readonly version: number }

const codec: MessageCodec<Versioned> = message({
  version: required(1, int32, 'token.version'),
  sort: required(2, embedded(sort), 'token.sort'),
  after: repeated(3, sortValue),
})

export function encodeSearchToken(token: SearchToken): Buffer {
  return encodeMessage(codec, { ...token, version: VERSION })
}

/** Fails for bytes that no server of this kind gave out. */
export function decodeSearchToken(encoded: Buffer): SearchToken {
  const failure = () => errors.invalidSearchParameter('search_query.token', 'unknown form')
  const { version, ...token } = codec.read(new ProtoReader(encoded, failure), new DecodeScope())
  if (version !== VERSION || token.after.length !== token.sort.sorters.length) throw failure()
  return token
}
