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
  /** The folder of the indexes, used by nothing else. */
  readonly directory: string
  /**
   * The operating system's files, or some in memory. With threads, the indexing thread has
   * in-memory files of its own instead, which do not outlive the engine.
   */
  readonly files: Files
  readonly clock: Clock
  /** The budget of everything that searching and indexing keep in memory. */
  readonly memoryBytes?: number
  /**
   * The number of search threads, beside one that indexes; 0 does everything in the caller's
   * thread.
   */
  readonly threads: number
  /** By default the cores of the machine. */
  readonly cores?: number
  /** Where the code of the threads is, if not beside this file. */
  readonly entries?: ThreadEntries
}

export interface ThreadEntries {
  readonly indexing: URL
  readonly merging: URL
  readonly query: URL
}

/**
 * In sixteenths: segments in memory, what indexing and merges read, what merges write, what
 * searches read.
 */
const MEMORY_SHARES = { all: 16, segments: 2, writing: 3, merges: 2, searching: 9 } as const
/** A merge holds this share of its new segment at a time, about the largest field. */
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

/** Leaves one core to the engine, and answers at least 1. */
export function defaultSearchThreads(cores: number): number {
  return Math.max(1, Math.min(cores - 1, searchEngineLimits.SEARCH_THREADS_DEFAULT_MAX))
}

function entriesBeside(): ThreadEntries {
  return {
    indexing: new URL('./indexing-thread.js', import.meta.url),
    merging: new URL('./merging-thread.js', import.meta.url),
    query: new URL('./query-thread.js', import.meta.url),
  }
}
