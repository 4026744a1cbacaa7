import { crc32 } from 'node:zlib'
import { type RowImage, imagesOfSlice } from '@rowhouse/engine'
import { limits } from '@rowhouse/protocol'
import type { IndexSession } from './index-session.js'
import { type IndexVerification, IndexNotKeptError, type VerifiedKeys } from './index-keeper.js'
import type { KeeperContext } from './keeper-context.js'
import type { KeptIndex } from './kept-index.js'

interface TableRow {
  readonly key: Buffer
  /** Of what the index is made of. */
  readonly digest: number
  readonly isExpired: boolean
}

/** Rows by their keys, between two keys. */
type TableRows = ReadonlyMap<string, TableRow>

interface Differences {
  matching: number
  readonly missing: Map<string, Buffer>
  readonly surplus: Map<string, Buffer>
}

/**
 * Compares an index with its table, a page of keys after the other. A row counts as different only
 * when it did not change while it was looked at, and still differs when the index has caught up.
 */
export async function verifyIndex(
  context: KeeperContext,
  kept: KeptIndex,
): Promise<IndexVerification> {
  await kept.caughtUp()
  const { session } = kept
  if (session === undefined) throw new IndexNotKeptError('it is not open')
  const pages = new Pages(context, kept, session)
  const missing = new Counted()
  const surplus = new Counted()
  let matchingRows = 0
  let after: Buffer | undefined
  do {
    const page: Page = await pages.compare(after)
    const differences = await pages.lookAgain(page)
    matchingRows += differences.matching
    missing.add(differences.missing)
    surplus.add(differences.surplus)
    after = page.end
  } while (after !== undefined)
  return { matchingRows, missing, surplus }
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

  /** What is different each time. */
  async lookAgain({ after, end, differences }: Page): Promise<Differences> {
    let found = differences
    for (let look = 1; look < limits.SEARCH_VERIFY_LOOKS && hasAny(found); look++) {
      const before = await this.#rowsBetween(after, end)
      await this.#kept.caughtUp()
      const next = await this.#differences(before, after, end)
      keepCommon(next.missing, found.missing)
      keepCommon(next.surplus, found.surplus)
      found = next
    }
    return found
  }

  /** `before` are the rows as they were before the index was asked. */
  async #differences(
    before: TableRows,
    after: Buffer | undefined,
    end: Buffer | undefined,
  ): Promise<Differences> {
    const keys = await this.#keysBetween(after, end)
    const rows = await this.#rowsBetween(after, end)
    const found: Differences = { matching: 0, missing: new Map(), surplus: new Map() }
    for (const [name, row] of rows) {
      if (keys.has(name)) found.matching++
      else if (!row.isExpired && before.get(name)?.digest === row.digest) {
        found.missing.set(name, row.key)
      }
    }
    for (const [name, key] of keys) {
      if (!rows.has(name) && !before.has(name)) found.surplus.set(name, key)
    }
    return found
  }

  async #keysBetween(
    after: Buffer | undefined,
    end: Buffer | undefined,
  ): Promise<ReadonlyMap<string, Buffer>> {
    const found = new Map<string, Buffer>()
    let last: Uint8Array | undefined = after
    for (;;) {
      const limit = limits.SEARCH_VERIFY_ROWS
      const keys = await this.#context.search.keys(this.#kept.id, last, limit)
      for (const bytes of keys) {
        const key = Buffer.from(bytes)
        if (end !== undefined && key.compare(end) > 0) return found
        found.set(key.toString('latin1'), key)
      }
      last = keys.at(-1)
      if (last === undefined) return found
    }
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
    for (const { key, columns, expiresAt } of images) {
      let digest = 0
      for (const { name, value } of columns ?? []) digest = crc32(value, crc32(name, digest))
      const isExpired = expiresAt !== undefined && expiresAt <= now
      rows.set(key.toString('latin1'), { key, digest, isExpired })
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
      if (this.keys.length < limits.SEARCH_VERIFY_KEYS_MAX) this.keys.push(Buffer.from(key))
    }
  }
}

function hasAny({ missing, surplus }: Differences): boolean {
  return missing.size > 0 || surplus.size > 0
}

/** Takes out of the first what the second has not. */
function keepCommon(first: Map<string, Buffer>, second: ReadonlyMap<string, Buffer>): void {
  for (const name of first.keys()) if (!second.has(name)) first.delete(name)
}
