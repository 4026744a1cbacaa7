import { type Clock, type Files, nodeFiles } from '@rowhouse/engine'
import { limits } from '@rowhouse/protocol'
import type { SearchEngine } from '../search-engine.js'
import { EmbeddedSearchEngine } from './embedded-search-engine.js'
import { LocalSearching } from './local-searching.js'
import { LocalWriting } from './local-writing.js'
import type { SearchingEvents, WritingEvents } from './sides.js'

export interface EmbeddedSearchOptions {
  /** A folder of its own. */
  readonly directory: string
  /** Those of the operating system, or some in memory. */
  readonly files: Files
  readonly clock: Clock
  /** For everything that searching and indexing keep in memory. */
  readonly memoryBytes?: number
  /** Threads that search; 0 does everything in the caller's. */
  readonly threads: number
}

/** The search engine of one machine. */
export async function openEmbeddedSearchEngine(
  options: EmbeddedSearchOptions,
): Promise<SearchEngine> {
  const { directory, files, clock, memoryBytes = limits.SEARCH_MEMORY_BYTES_DEFAULT } = options
  const share = Math.floor(memoryBytes / MEMORY_SHARES)
  return new EmbeddedSearchEngine({
    writing: (events: WritingEvents) =>
      new LocalWriting(
        {
          directory,
          files,
          isOnDisk: files === nodeFiles,
          memoryBytes: share,
          cacheBytes: share,
        },
        events,
      ),
    searching: (events: SearchingEvents) => new LocalSearching(clock, 2 * share, events),
  })
}

/** Segments in memory, what merges read, and twice as much for what searches read. */
const MEMORY_SHARES = 4
