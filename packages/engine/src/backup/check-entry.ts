import { isUtf8 } from 'node:buffer'
import { crc32 } from 'node:zlib'
import { CATALOG_TABLE, Space } from '../keys/spaces.js'
import { BODY_AT, CELLS_AT, CRC_AT, RowKind } from '../stored-rows/row-codec.js'
import { PartitionMap } from '../tables/partitions/partition-map.js'
import { emptyCatalog, readCatalogEntry } from '../tables/catalog-content.js'
import { decodeCatalogRecord } from '../tables/catalog-record.js'

const COUNTER_BYTES = 8
const NAME_KEY_BYTES = 5

/** Looks at the entries of a store in the order of their keys. */
export class EntryChecker {
  /** Tables that the catalogue knows, dropped ones included: it sorts before all of them. */
  readonly #known = new Set<number>([CATALOG_TABLE])
  #head: Buffer | undefined
  rows = 0
  chunks = 0
  tables = 0
  /** Those that the tables are of. */
  readonly instances = new Set<string>()
  /** Entries of tables that the catalogue does not know. */
  orphans = 0

  /** What is wrong with an entry, if anything. */
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
      // As the start does: it looks whether every key has its partition.
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

/** The number FFFFFFFF with nothing says that there are chunked rows. */
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
