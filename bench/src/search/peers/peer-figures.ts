import type { LatencySummary } from '../../load/latency-histogram.js'
import type { SearchAnswers } from '../queries/search-answers.js'

/** The figures of a peer with the same orders and the same searches. */
export interface PeerFigures {
  readonly name: 'DuckDB' | 'OpenSearch' | 'SQLite'
  readonly version: string
  readonly load: PeerLoadFigures
  readonly bytesPerDocument: number
  /** Memory after the searches, and its peak during them. */
  readonly rssMb: number
  readonly peakRssMb: number
  readonly queries: readonly PeerQueryFigures[]
  readonly paging: readonly PeerPagingFigures[]
  /** The answers to some searches of each kind, to compare with Rowhouse's. */
  readonly answers: SearchAnswers
}

/** Kept with the files, because loading is done only once. */
export interface PeerLoadFigures {
  readonly seconds: number
  readonly documentsPerSecond: number
}

export interface PeerQueryFigures extends Pick<LatencySummary, 'p50Ms' | 'p99Ms'> {
  readonly name: string
  readonly connections: number
  readonly perSecond: number
  /** Processor time of the peer for each search, all threads, which a busy machine changes least. */
  readonly cpuMs: number | undefined
}

export interface PeerPagingFigures {
  readonly rowsPerPage: number
  readonly rows: number
  readonly seconds: number
}
