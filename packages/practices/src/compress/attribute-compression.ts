import type { RowFilter, TableSchema, Value } from '@rowhouse/client'
import { limits } from '@rowhouse/protocol'
import { columnsOfFilter } from '../columns-of-filter.js'
import { practicesLimits } from '../limits.js'
import { PracticeError } from '../practice-error.js'
import { CODECS, type CodecName, isCodecName } from './codecs.js'

export interface CompressionDesign {
  /** Columns with large texts or bytes, which must be BINARY in the table and in its schema. */
  readonly columns: readonly string[]
  /** The default is gzip. */
  readonly codec?: CodecName
  /** Shorter values are not compressed; the default is 1,024. */
  readonly bytesMin?: number
  /** The columns of each index. They must not be compressed, because their values could not be found. */
  readonly indexes?: Readonly<Record<string, readonly string[]>>
}

/** Attribute columns by their name. */
export type Attributes = Readonly<Record<string, Value | undefined>>

export interface Compression {
  /** The columns as they are stored; each value's codec is in a column beside it. */
  pack(row: Attributes): Attributes
  /** The inverse of `pack`. Values without a codec were written without compression. */
  unpack(row: Attributes): Attributes
  /** The stored columns to read or delete for these columns. */
  stored(columns: readonly string[]): string[]
  /** Returns the filter, or throws if it uses a compressed column. */
  filter<S extends TableSchema>(filter: RowFilter<S>): RowFilter<S>
}

const codecColumnOf = (column: string): string => `${column}_codec`

export function createCompression(design: CompressionDesign): Compression {
  const { columns, codec = 'gzip', bytesMin = 1024, indexes = {} } = design
  const compressed = new Set(columns)
  for (const [index, indexed] of Object.entries(indexes)) {
    const column = indexed.find((name) => compressed.has(name))
    if (column !== undefined)
      throw new PracticeError(`${column} cannot be compressed: the index ${index} uses it`)
  }
  const has = (name: string): boolean => compressed.has(name)
  return {
    pack: (row) => {
      const packed = Object.entries(row).flatMap(([name, value]): [string, Value | undefined][] => {
        if (!has(name) || value === undefined) return [[name, value]]
        const { stored, how } = packValue(name, value, codec, bytesMin)
        return [
          [name, stored],
          [codecColumnOf(name), how],
        ]
      })
      return Object.fromEntries(packed)
    },
    unpack: (row) => {
      const own = new Set(columns.map(codecColumnOf))
      const unpacked = Object.entries(row).filter(([name]) => !own.has(name))
      return Object.fromEntries(
        unpacked.map(([name, value]) => [
          name,
          has(name) ? unpackValue(name, value, row[codecColumnOf(name)]) : value,
        ]),
      )
    },
    stored: (names) => names.flatMap((name) => (has(name) ? [name, codecColumnOf(name)] : [name])),
    filter: (filter) => {
      const column = columnsOfFilter(filter).find(has)
      if (column !== undefined)
        throw new PracticeError(`a filter cannot use ${column}: it is compressed`)
      return filter
    },
  }
}

function packValue(name: string, value: Value, codec: CodecName, bytesMin: number) {
  if (typeof value !== 'string' && !(value instanceof Uint8Array))
    throw new PracticeError(`${name} is neither text nor bytes: it cannot be compressed`)
  const type = typeof value === 'string' ? 'string' : 'binary'
  const bytes = typeof value === 'string' ? Buffer.from(value) : value
  if (bytes.length < bytesMin) return { stored: bytes, how: `none ${type}` }
  const smaller = CODECS[codec].compress(bytes)
  if (smaller.length >= bytes.length) return { stored: bytes, how: `none ${type}` }
  if (smaller.length > limits.ATTRIBUTE_VALUE_BYTES_MAX)
    throw new PracticeError(
      `${name} has ${smaller.length} bytes after compression; a column takes 2 MiB`,
    )
  return { stored: smaller, how: `${codec} ${type}` }
}

function unpackValue(name: string, value: Value | undefined, how: Value | undefined) {
  if (how === undefined || value === undefined) return value
  const [codec = '', type] = String(how).split(' ')
  if (!isCodecName(codec))
    throw new PracticeError(`${name} is compressed with ${codec}, unknown here`)
  if (!(value instanceof Uint8Array)) throw new PracticeError(`${name} is no ${codec} data`)
  const bytes = inflate(name, codec, value)
  return type === 'string' ? bytes.toString() : bytes
}

function inflate(name: string, codec: CodecName, bytes: Uint8Array): Buffer {
  try {
    return CODECS[codec].decompress(bytes, practicesLimits.UNCOMPRESSED_BYTES_MAX)
  } catch (error) {
    throw new PracticeError(`${name} is damaged, or larger than it may be`, { cause: error })
  }
}
