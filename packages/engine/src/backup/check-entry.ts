import { isUtf8 } from 'node:buffer'
import { crc32 } from 'node:zlib'
import { CATALOG_TABLE, Space } from '../keys/spaces.js'
import { BODY_AT, CELLS_AT, CRC_AT, RowKind } from '../stored-rows/row-codec.js'
import { PartitionMap } from '../tables/partitions/partition-map.js'
import { emptyCatalog, readCatalogEntry } from '../tables/catalog-content.js'
import { decodeCatalogRecord } from '../tables/catalog-record.js'

const COUNTER_BYTES = 8
const NAME_KEY_BYTES = 5

/** Checks the entries of a store in key order. */
export class EntryChecker {
  /** Tables of the catalogue, dropped ones included. Its entries are read first, because it is table 0. */
  readonly #known = new Set<number>([CATALOG_TABLE])
  #head: Buffer | undefined
  rows = 0
  chunks = 0
  tables = 0
  /** The instances of the tables. */
  readonly instances = new Set<string>()
  /** Entries of tables that are not in the catalogue. */
  orphans = 0

  /** Returns what is wrong with an entry, if anything. */
  check(table: number, key: Buffer, value: Buffer): string | undefined {
    if (table === CATALOG_TABLE) return this.#checkCatalogue(key, value)
    if (!this.#known.has(table)) this.orphans++
    switch (key[0]) {
      case Space.ROWS:
        return this.#checkRow(key, value)
      case Space.EXPIRY:
        return value.length === 0 ? undefined : 'an expiry entry with a value'
      case Space.NAMES:
        return checkName(key, value)
      case Space.COUNTERS:
        return value.length === COUNTER_BYTES ? undefined : 'a counter of another length'
      case Space.INDEX_ROWS:
        return undefined
      case Space.INDEX_STATE:
        return problemOf(() => decodeCatalogRecord(value))
      default:
        return `a key of the unknown space ${key[0] ?? 'none'}`
    }
  }

  #checkCatalogue(key: Buffer, value: Buffer): string | undefined {
    return problemOf(() => {
      const content = emptyCatalog()
      readCatalogEntry(content, { key, value })
      for (const { id } of [...content.drops, ...content.descriptions]) this.#known.add(id)
      this.tables += content.descriptions.length
      for (const { instance } of content.descriptions) this.instances.add(instance)
      // The constructor checks that every key has its partition, as at a start.
      for (const layout of content.layouts.values()) new PartitionMap(layout)
    })
  }

  #checkRow(key: Buffer, value: Buffer): string | undefined {
    const kind = value[0]
    if (value.length <= CELLS_AT) return 'a row that is too short'
    if (crc32(value.subarray(BODY_AT)) !== value.readUInt32LE(CRC_AT)) {
      return 'a row that does not match its checksum'
    }
    if (kind === RowKind.CHUNK) {
      this.chunks++
      const isBehindHead = this.#head !== undefined && startsWith(key, this.#head)
      return isBehindHead ? undefined : 'a chunk without its row'
    }
    this.rows++
    this.#head = kind === RowKind.CHUNKED ? key : undefined
    const isKnown = kind === RowKind.CHUNKED || kind === RowKind.WHOLE
    return isKnown ? undefined : `a row of the unknown kind ${kind}`
  }
}

/** An empty name is valid: the number FFFFFFFF marks a table with chunked rows. */
function checkName(key: Buffer, value: Buffer): string | undefined {
  if (key.length !== NAME_KEY_BYTES) return 'a column number of another length'
  return isUtf8(value) ? undefined : 'a column name that is not UTF-8'
}

const startsWith = (key: Buffer, head: Buffer): boolean =>
  key.length > head.length && key.compare(head, 0, head.length, 0, head.length) === 0

function problemOf(read: () => void): string | undefined {
  try {
    read()
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
