import { availableParallelism } from 'node:os'
import { type Clock, type Files, nodeFiles } from '@rowhouse/platform'
import { searchEngineLimits } from '../limits.js'
import type { SearchEngine } from '../search-engine.js'
import { EmbeddedSearchEngine } from './embedded-search-engine.js'
import { LocalSearching } from './searching/local-searching.js'
import { LocalWriting } from './writing/local-writing.js'
import { QueryPool } from './searching/query-pool.js'
import { RemoteWriting } from './writing/remote-writing.js'

export interface EmbeddedSearchOptions {
  /** A folder of its own. */
  readonly directory: string
  /**
   * Those of the operating system, or some in memory. With threads the indexing one has files in memory
   * of its own instead of these: nothing of them outlives the engine.
   */
  readonly files: Files
  readonly clock: Clock
  /** For everything that searching and indexing keep in memory. */
  readonly memoryBytes?: number
  /** Threads that search, beside one that indexes; 0 does everything in the caller's. */
  readonly threads: number
  /** Those of the machine, when left out. */
  readonly cores?: number
  /** Where the code of the threads is, when not beside this file. */
  readonly entries?: ThreadEntries
}

export interface ThreadEntries {
  readonly indexing: URL
  readonly merging: URL
  readonly query: URL
}

/** Sixteenths: segments in memory, what indexing and merges read, what merges make, what searches read. */
const MEMORY_SHARES = { all: 16, segments: 2, writing: 3, merges: 2, searching: 9 } as const
/** A merge holds so much of the segment that it makes at a time: about its largest field. */
const MERGED_SHARE = 2 / 3

/** The search engine of one machine. */
export function openEmbeddedSearchEngine(options: EmbeddedSearchOptions): SearchEngine {
  const {
    directory,
    files,
    clock,
    memoryBytes = searchEngineLimits.SEARCH_MEMORY_BYTES_DEFAULT,
  } = options
  const { cores = availableParallelism() } = options
  const share = memoryBytes / MEMORY_SHARES.all
  const searchingBytes = Math.floor(share * MEMORY_SHARES.searching)
  const threads = Math.min(options.threads, searchEngineLimits.SEARCH_THREADS_MAX)
  const isOnDisk = files === nodeFiles
  const setup = {
    directory,
    isOnDisk,
    memoryBytes: Math.floor(share * MEMORY_SHARES.segments),
    cacheBytes: Math.floor(share * MEMORY_SHARES.writing),
    mergeBytesMax: Math.floor((share * MEMORY_SHARES.merges) / MERGED_SHARE),
  }
  if (threads === 0) {
    return new EmbeddedSearchEngine({
      writing: (events) => new LocalWriting({ ...setup, files, clock }, events),
      searching: (events) => new LocalSearching(clock, searchingBytes, events),
    })
  }
  const { indexing, merging, query } = options.entries ?? entriesBeside()
  const apart = {
    merging: merging.href,
    mergingTakesIn: cores >= searchEngineLimits.SEARCH_INTAKE_CORES_MIN,
  }
  const cacheBytes = Math.floor(searchingBytes / threads)
  return new EmbeddedSearchEngine({
    writing: (events) => new RemoteWriting(indexing, { ...setup, ...apart }, events),
    searching: (events) => new QueryPool({ entry: query, threads, cacheBytes, clock }, events),
  })
}

/** One core is left to the engine, and there is one thread at least. */
export function defaultSearchThreads(cores: number): number {
  return Math.max(1, Math.min(cores - 1, searchEngineLimits.SEARCH_THREADS_DEFAULT_MAX))
}

function entriesBeside(): ThreadEntries {
  return {
    indexing: new URL('./writing/indexing-thread.js', import.meta.url),
    merging: new URL('./merging/merging-thread.js', import.meta.url),
    query: new URL('./searching/query-thread.js', import.meta.url),
  }
}
