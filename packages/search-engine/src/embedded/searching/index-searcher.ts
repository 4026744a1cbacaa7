import type { SearchHit, SearchQuery } from '@rowhouse/protocol'
import { createFingerprints, fingerprintNumber } from '../../documents/fingerprint.js'
import { compileQuery, rowScope } from '../../queries/compile.js'
import type { GroupBounds } from '../../queries/query.js'
import type { QueryScope } from '../../queries/scope.js'
import type { IndexLayout } from '../../schema/index-layout.js'
import { highlightRows } from '../../search/highlight-rows.js'
import { runSearch } from '../../search/run-search.js'
import type { SectionCache } from '../../segments/read/section-cache.js'
import type {
  AskedSearch,
  CompletedRow,
  FoundRows,
  RowFingerprint,
  RowImage,
} from '../../search-engine.js'
import type { Analyzers } from '../analyzer-source.js'
import {
  type PackedView,
  type WantedRows,
  liveFingerprints,
  liveKeys,
} from '../writing/live-keys.js'
import { type OpenedPacked, openPacked } from '../packed-format.js'
import type { PublishedSegment, Snapshot } from '../snapshot.js'

/** The clock of one search. */
export interface SearchTime {
  /** Milliseconds since the epoch. */
  readonly now: number
  /** The deadline check: throws when the time is up. */
  readonly check: () => void
}

/** Searches one index in its own thread. */
export class IndexSearcher {
  readonly #scope: QueryScope
  readonly #cache: SectionCache
  readonly #groupBounds: GroupBounds | undefined
  readonly #fingerprintOf = createFingerprints()
  readonly #opened = new Map<number, OpenedView>()
  /** The version of the snapshot that it searches. */
  version = 0
  #views: readonly PackedView[] = []
  /** The searches in progress: one, and those that interrupt it. */
  #searches = 0
  /** Segments no longer in the snapshot that searches in progress may still read. */
  readonly #leaving: OpenedPacked[] = []

  constructor(
    layout: IndexLayout,
    analyzers: Analyzers,
    cache: SectionCache,
    groupBounds?: GroupBounds,
  ) {
    this.#scope = rowScope(layout, analyzers)
    this.#cache = cache
    this.#groupBounds = groupBounds
  }

  /** Switches to another snapshot. Files are opened now, so that they can be deleted afterwards. */
  show({ version, segments }: Snapshot): void {
    this.version = version
    const shown = new Set(segments.map(({ id }) => id))
    for (const [id, { opened }] of this.#opened) {
      if (shown.has(id)) continue
      this.#close(opened)
      this.#opened.delete(id)
    }
    this.#views = segments.map((published) => ({
      segment: this.#open(published).segment,
      live: published.live,
      liveCount: published.liveCount,
    }))
  }

  search(search: AskedSearch, time: SearchTime): FoundRows {
    this.#searches += 1
    try {
      return runSearch(search, this.#scope, compileQuery, {
        views: this.#views,
        now: time.now,
        groupBounds: this.#groupBounds,
        checkTime: time.check,
      })
    } finally {
      this.#searches -= 1
      if (this.#searches === 0) for (const opened of this.#leaving.splice(0)) opened.close()
    }
  }

  highlight(search: SearchQuery, rows: readonly CompletedRow[]): SearchHit[] {
    return highlightRows(search, this.#scope, rows)
  }

  keys(wanted: WantedRows): Buffer[] {
    return liveKeys(this.#views, wanted)
  }

  fingerprints(wanted: WantedRows): RowFingerprint[] {
    return liveFingerprints(this.#views, wanted)
  }

  fingerprintsOf(images: readonly RowImage[]): bigint[] {
    return images.map(({ columns = [], expiresAt }) => {
      const { high, low } = this.#fingerprintOf({ columns, expiresAt })
      return fingerprintNumber(high, low)
    })
  }

  /** The bytes that the cache holds of it. */
  get memoryBytes(): number {
    let bytes = 0
    for (const { opened, isInMemory } of this.#opened.values()) {
      if (!isInMemory) bytes += opened.cachedBytes()
    }
    return bytes
  }

  close(): void {
    for (const { opened } of this.#opened.values()) this.#close(opened)
    this.#opened.clear()
    this.#views = []
  }

  #close(opened: OpenedPacked): void {
    if (this.#searches > 0) this.#leaving.push(opened)
    else opened.close()
  }

  #open(published: PublishedSegment): OpenedPacked {
    const { id, content, liveCount } = published
    const isInMemory = content !== undefined
    const known = this.#opened.get(id)
    // Where the writing side has lost deletes, the derived sections are of no use.
    const isSame = known?.isInMemory === isInMemory && liveCount <= known.liveCount
    const opened = isSame ? known.opened : openPacked(id, published, this.#cache)
    if (!isSame && known !== undefined) this.#close(known.opened)
    this.#opened.set(id, { opened, isInMemory, liveCount })
    return opened
  }
}

interface OpenedView {
  readonly opened: OpenedPacked
  readonly isInMemory: boolean
  /** The live documents when it was shown last. */
  readonly liveCount: number
}
