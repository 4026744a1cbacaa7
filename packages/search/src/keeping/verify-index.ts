import { expectDefined } from '@rowhouse/platform'
import { crc32 } from 'node:zlib'
import { type RowImage, imagesOfSlice } from '@rowhouse/engine'
import { IndexAbsentError, IndexDamagedError, IndexResetError } from '@rowhouse/search-engine'
import { searchLimits } from '../limits.js'
import type { IndexSession } from './index-session.js'
import { type IndexVerification, IndexNotKeptError, type VerifiedKeys } from './index-keeper.js'
import type { KeeperContext } from './keeper-context.js'
import type { KeptIndex } from './kept-index.js'

interface TableRow {
  readonly key: Buffer
  readonly image: RowImage
  /** Shows whether the row has changed between two reads. */
  readonly digest: number
  readonly isExpired: boolean
}

/** The rows between two keys, by key. */
type TableRows = ReadonlyMap<string, TableRow>

interface IndexedRow {
  readonly key: Buffer
  readonly fingerprint: bigint
}

interface Differences {
  matching: number
  readonly missing: Map<string, Buffer>
  readonly different: Map<string, Buffer>
  readonly surplus: Map<string, Buffer>
}

/**
 * Compares an index with its table, one page of keys after the other. A row counts as different
 * only if it did not change during the comparison and still differs after the index has caught up.
 */
export async function verifyIndex(
  context: KeeperContext,
  kept: KeptIndex,
): Promise<IndexVerification> {
  await kept.caughtUp()
  const { session } = kept
  if (session === undefined) throw new IndexNotKeptError('it is not open')
  try {
    return await comparison(context, kept, session)
  } catch (error) {
    // An index that is dropped, rebuilt or damaged meanwhile cannot be compared, which is not a failure of
    // the server.
    const isOver = session !== kept.session || session.isStopped
    const isTrouble = isOver || TROUBLES.some((kind) => error instanceof kind)
    if (!isTrouble || error instanceof IndexNotKeptError) throw error
    throw new IndexNotKeptError(String(error))
  }
}

const TROUBLES = [IndexAbsentError, IndexDamagedError, IndexResetError]

async function comparison(
  context: KeeperContext,
  kept: KeptIndex,
  session: IndexSession,
): Promise<IndexVerification> {
  const pages = new Pages(context, kept, session)
  const missing = new Counted()
  const different = new Counted()
  const surplus = new Counted()
  let matchingRows = 0
  let after: Buffer | undefined
  do {
    const page: Page = await pages.compare(after)
    const differences = await pages.lookAgain(page)
    matchingRows += differences.matching
    missing.add(differences.missing)
    different.add(differences.different)
    surplus.add(differences.surplus)
    after = page.end
  } while (after !== undefined)
  return { matchingRows, missing, different, surplus }
}

interface Page {
  readonly after: Buffer | undefined
  /** The last key of the page; undefined for the last page. */
  readonly end: Buffer | undefined
  readonly differences: Differences
}

class Pages {
  readonly #context: KeeperContext
  readonly #kept: KeptIndex
  readonly #session: IndexSession

  constructor(context: KeeperContext, kept: KeptIndex, session: IndexSession) {
    this.#context = context
    this.#kept = kept
    this.#session = session
  }

  async compare(after: Buffer | undefined): Promise<Page> {
    const { images, last } = await imagesOfSlice(this.#session.source, after)
    const before = this.#rowsOf(images)
    return { after, end: last, differences: await this.#differences(before, after, last) }
  }

  /** Compares the page again, and keeps the differences that are found each time. */
  async lookAgain({ after, end, differences }: Page): Promise<Differences> {
    let found = differences
    for (let look = 1; look < searchLimits.SEARCH_VERIFY_LOOKS && hasAny(found); look++) {
      const before = await this.#rowsBetween(after, end)
      await this.#kept.caughtUp()
      const next = await this.#differences(before, after, end)
      keepCommon(next.missing, found.missing)
      keepCommon(next.different, found.different)
      keepCommon(next.surplus, found.surplus)
      found = next
    }
    return found
  }

  /** `before` are the rows as they were before the index was read. */
  async #differences(
    before: TableRows,
    after: Buffer | undefined,
    end: Buffer | undefined,
  ): Promise<Differences> {
    const indexed = await this.#indexedBetween(after, end)
    const rows = await this.#rowsBetween(after, end)
    const fingerprints = await this.#fingerprintsOf(rows, indexed)
    const found: Differences = {
      matching: 0,
      missing: new Map(),
      different: new Map(),
      surplus: new Map(),
    }
    for (const [name, row] of rows) {
      const isSteady = before.get(name)?.digest === row.digest
      const fingerprint = indexed.get(name)?.fingerprint
      if (fingerprint === undefined) {
        if (isSteady && !row.isExpired) found.missing.set(name, row.key)
      } else if (isSteady && fingerprint !== fingerprints.get(name)) {
        found.different.set(name, row.key)
      } else found.matching++
    }
    for (const [name, { key }] of indexed) {
      if (!rows.has(name) && !before.has(name)) found.surplus.set(name, key)
    }
    return found
  }

  async #indexedBetween(
    after: Buffer | undefined,
    end: Buffer | undefined,
  ): Promise<ReadonlyMap<string, IndexedRow>> {
    const found = new Map<string, IndexedRow>()
    let last: Uint8Array | undefined = after
    for (;;) {
      const limit = searchLimits.SEARCH_VERIFY_ROWS
      const rows = await this.#context.search.fingerprints(this.#kept.id, last, limit)
      for (const { key: bytes, fingerprint } of rows) {
        const key = Buffer.from(bytes)
        if (end !== undefined && key.compare(end) > 0) return found
        found.set(key.toString('latin1'), { key, fingerprint })
      }
      last = rows.at(-1)?.key
      if (last === undefined) return found
    }
  }

  /** The fingerprints of the rows that are in the index, too. */
  async #fingerprintsOf(
    rows: TableRows,
    indexed: ReadonlyMap<string, IndexedRow>,
  ): Promise<ReadonlyMap<string, bigint>> {
    const both = [...rows].filter(([name]) => indexed.has(name))
    const images = both.map(([, { image }]) => image)
    const { search } = this.#context
    const found = await search.fingerprintsOf(this.#kept.id, images)
    return new Map(
      both.map(([name], place) => [
        name,
        expectDefined(found[place], 'every row has a fingerprint'),
      ]),
    )
  }

  async #rowsBetween(after: Buffer | undefined, end: Buffer | undefined): Promise<TableRows> {
    const images: RowImage[] = []
    let last = after
    do {
      const slice = await imagesOfSlice(this.#session.source, last)
      images.push(...slice.images)
      last = slice.last
    } while (last !== undefined && (end === undefined || last.compare(end) < 0))
    return this.#rowsOf(
      end === undefined ? images : images.filter(({ key }) => key.compare(end) <= 0),
    )
  }

  #rowsOf(images: readonly RowImage[]): TableRows {
    const now = this.#context.clock.now()
    const rows = new Map<string, TableRow>()
    for (const image of images) {
      const { key, columns, expiresAt } = image
      let digest = crc32(String(expiresAt))
      for (const { name, value } of columns ?? []) digest = crc32(value, crc32(name, digest))
      const isExpired = expiresAt !== undefined && expiresAt <= now
      rows.set(key.toString('latin1'), { key, image, digest, isExpired })
    }
    return rows
  }
}

class Counted implements VerifiedKeys {
  count = 0
  readonly keys: Buffer[] = []

  add(found: ReadonlyMap<string, Buffer>): void {
    this.count += found.size
    for (const key of found.values()) {
      if (this.keys.length < searchLimits.SEARCH_VERIFY_KEYS_MAX) this.keys.push(Buffer.from(key))
    }
  }
}

function hasAny({ missing, different, surplus }: Differences): boolean {
  return missing.size > 0 || different.size > 0 || surplus.size > 0
}

/** Removes from the first what the second lacks. */
function keepCommon(first: Map<string, Buffer>, second: ReadonlyMap<string, Buffer>): void {
  for (const name of first.keys()) if (!second.has(name)) first.delete(name)
}
