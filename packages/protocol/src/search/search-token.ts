import { errors } from '../errors/registry.js'
import { limits } from '../limits.js'
import { ProtoReader } from '../protobuf/proto-reader.js'
import { DecodeScope } from './decode-scope.js'
import { defaulted, repeated, required } from './fields.js'
import { encodeMessage, type MessageCodec, message } from './message.js'
import { sort } from './queries/query-message.js'
import { decodeSearchVariant, encodeSearchVariant, type SearchVariant } from './search-variant.js'
import type { Sort } from './sort.js'
import { bytes, embedded, int32, mappedWire } from './wire.js'

/** A row's value for one sorter: null where the row has none, or an encoded primary key. */
export type SortValue = SearchVariant | Buffer | null

/**
 * Where a page ended: the effective sort and the last row's values for it. Clients may keep tokens for
 * a long time, so the form has a version.
 */
export interface SearchToken {
  readonly sort: Sort
  readonly after: readonly SortValue[]
  /**
   * Counts that scores depend on, by numbers of 48 bits; empty in tokens of other sorts and in old ones.
   */
  readonly statistics: ReadonlyMap<number, number>
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

/** The number and the count of a statistic have 48 bits each, more than a field can have tokens. */
const STATISTIC_PART_BYTES = 6
const STATISTIC_BYTES = 2 * STATISTIC_PART_BYTES

const statistics = mappedWire(bytes, decodeStatistics, encodeStatistics)

function encodeStatistics(counts: ReadonlyMap<number, number>): Buffer {
  const encoded = Buffer.alloc(counts.size * STATISTIC_BYTES)
  let at = 0
  for (const [number, count] of counts) {
    at = encoded.writeUIntBE(number, at, STATISTIC_PART_BYTES)
    at = encoded.writeUIntBE(count, at, STATISTIC_PART_BYTES)
  }
  return encoded
}

function decodeStatistics(encoded: Buffer): ReadonlyMap<number, number> {
  const isWhole = encoded.length % STATISTIC_BYTES === 0
  if (!isWhole || encoded.length > limits.SEARCH_TOKEN_STATISTICS_MAX * STATISTIC_BYTES) {
    throw unknownForm()
  }
  const counts = new Map<number, number>()
  for (let at = 0; at < encoded.length; at += STATISTIC_BYTES) {
    const number = encoded.readUIntBE(at, STATISTIC_PART_BYTES)
    counts.set(number, encoded.readUIntBE(at + STATISTIC_PART_BYTES, STATISTIC_PART_BYTES))
  }
  return counts
}

const unknownForm = () => errors.invalidSearchParameter('search_query.token', 'unknown form')

type Versioned = SearchToken & { readonly version: number }

const codec: MessageCodec<Versioned> = message({
  version: required(1, int32, 'token.version'),
  sort: required(2, embedded(sort), 'token.sort'),
  after: repeated(3, sortValue),
  statistics: defaulted(4, statistics, new Map()),
})

export function encodeSearchToken(token: SearchToken): Buffer {
  return encodeMessage(codec, { ...token, version: VERSION })
}

/** Throws for bytes that are not a token of this form. */
export function decodeSearchToken(encoded: Buffer): SearchToken {
  const { version, ...token } = codec.read(new ProtoReader(encoded, unknownForm), new DecodeScope())
  if (version !== VERSION || token.after.length !== token.sort.sorters.length) throw unknownForm()
  return token
}
