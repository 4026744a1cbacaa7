import { figure, textTable } from '../../report/text-table.js'
import type { DrainFigures } from '../ingest/measure-drain.js'
import type { BuildFigures, IngestFigures } from '../ingest/measure-ingest.js'
import type { PeerFigures } from '../peers/peer-figures.js'
import type { MixedRunFigures } from '../running/mixed-run.js'
import type { PagingFigures } from '../running/page-through.js'

export interface SearchMeasurement {
  /** `resident`: the budget holds the whole index; `quarter`: a quarter of it. */
  readonly memory: 'resident' | 'quarter'
  readonly name: string
  readonly title: string
  readonly goalMs: number
  readonly connections: number
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly errors: Readonly<Record<string, number>>
  /** CPU time of the server for each search, all threads, which a busy machine changes least. */
  readonly cpuMs: number | undefined
  readonly rssMb: number
}

export interface SpaceFigures {
  readonly rowDataBytesPerDocument: number
  readonly indexBytesPerDocument: number
  readonly diskMb: number
  readonly rssMb: number
  readonly peakRssMb: number
}

export function measurementTable(
  measurements: readonly SearchMeasurement[],
  peers: readonly PeerFigures[],
): string {
  const own = ['search', 'memory', 'clients', 'p50 ms', 'p99 ms', 'per second', 'CPU ms', 'goal']
  const ofPeers = peers.flatMap(({ name }) => [`${name} p50`, 'p99', 'per second', 'CPU ms'])
  return textTable(
    [...own, ...ofPeers, 'errors'],
    measurements.map((one) => [
      one.title,
      one.memory,
      String(one.connections),
      figure(one.p50Ms),
      figure(one.p99Ms),
      figure(one.perSecond),
      one.cpuMs === undefined ? '' : figure(one.cpuMs),
      // The goals are for 20 million documents, one client, everything in memory.
      one.connections === 1 && one.memory === 'resident' ? `<= ${figure(one.goalMs)}` : '',
      ...peers.flatMap((peer) => cellsOfPeer(peer, one)),
      errorsOf(one.errors),
    ]),
  )
}

/** Peers have no memory bound, so they are compared with resident indexes. */
function cellsOfPeer(peer: PeerFigures, own: SearchMeasurement): string[] {
  const same = peer.queries.find(
    (one) => one.name === own.name && one.connections === own.connections,
  )
  if (same === undefined || own.memory !== 'resident') return ['', '', '', '']
  const { p50Ms, p99Ms, perSecond, cpuMs } = same
  return [p50Ms, p99Ms, perSecond].map(figure).concat(cpuMs === undefined ? '' : figure(cpuMs))
}

export function ingestTable(
  all: readonly IngestFigures[],
  drains: readonly DrainFigures[],
  build: BuildFigures | undefined,
): string {
  const cpu = (seconds: number | undefined): string =>
    seconds === undefined ? '' : figure(seconds)
  const rows = all.map((one) => [
    `index beside ${Math.round(one.updateShare * 100)} % updates`,
    figure(one.writes),
    figure(one.writtenPerSecond),
    figure(one.indexedPerSecond),
    cpu(one.cpuSecondsPerMillion),
    '',
  ])
  const drained = drains.map((one) => [
    `drain a filled log, ${Math.round(one.updateShare * 100)} % updates`,
    figure(one.writes),
    '',
    figure(one.perSecond),
    cpu(one.cpuSecondsPerMillion),
    one.updateShare === 0 ? '>= 50,000' : '>= 20,000',
  ])
  const built =
    build === undefined
      ? []
      : [
          [
            'build over a full table',
            figure(build.rows),
            '',
            figure(build.rowsPerSecond),
            '',
            '>= 80,000',
          ],
        ]
  return textTable(
    ['ingest', 'writes', 'acknowledged/s', 'searchable/s', 'CPU s per million', 'goal'],
    [...rows, ...drained, ...built],
  )
}

export function spaceTable(space: SpaceFigures): string {
  return textTable(
    ['space', 'measured'],
    [
      ['row data, bytes per document', figure(space.rowDataBytesPerDocument)],
      ['index, bytes per document', figure(space.indexBytesPerDocument)],
      [
        'index of row data (goal: at most 0.8)',
        figure(space.indexBytesPerDocument / space.rowDataBytesPerDocument),
      ],
      ['all files, MB', figure(space.diskMb)],
      ['resident after the searches, MB', figure(space.rssMb)],
      ['resident at most, MB', figure(space.peakRssMb)],
    ],
  )
}

export function pagingTable(all: readonly PagingFigures[], peers: readonly PeerFigures[]): string {
  return textTable(
    ['paging', 'rows', 'seconds', 'goal', ...peers.map(({ name }) => `${name}, seconds`)],
    all.map((one) => [
      `${one.rowsPerPage} a page`,
      figure(one.rows),
      figure(one.seconds),
      '<= 0.7 for 100,000',
      ...peers.map(({ paging }) => {
        const same = paging.find(({ rowsPerPage }) => rowsPerPage === one.rowsPerPage)
        if (same === undefined) return ''
        const isWhole = same.rows >= one.rows
        return isWhole ? figure(same.seconds) : `${figure(same.seconds)}, ${figure(same.rows)} rows`
      }),
    ]),
  )
}

/** One line for each store: its loading rate, size and memory. */
export interface StoreFigures {
  readonly name: string
  readonly documentsPerSecond: number | undefined
  readonly bytesPerDocument: number
  readonly rssMb: number
  readonly peakRssMb: number
}

export function storesTable(own: StoreFigures, peers: readonly PeerFigures[]): string {
  const others = peers.map((peer) => ({
    ...peer,
    name: `${peer.name} ${peer.version}`,
    documentsPerSecond: peer.load.documentsPerSecond,
  }))
  return textTable(
    ['rows and indexes', 'loaded/s', 'bytes per document', 'resident MB', 'at most MB'],
    [own, ...others].map((one) => [
      one.name,
      one.documentsPerSecond === undefined ? '' : figure(one.documentsPerSecond),
      figure(one.bytesPerDocument),
      figure(one.rssMb),
      figure(one.peakRssMb),
    ]),
  )
}

export function mixedTable(mixed: MixedRunFigures): string {
  const { searchable, looks } = mixed.freshness
  return textTable(
    ['mixed run', 'measured'],
    [
      [`rows written per second (of ${mixed.rowsPerSecondWanted})`, figure(mixed.rowsPerSecond)],
      ['searches per second, 8 clients', figure(mixed.searchesPerSecond)],
      ['searches p50 ms', figure(mixed.searchP50Ms)],
      ['searches p99 ms', figure(mixed.searchP99Ms)],
      ['GetRow p99 ms alone', figure(mixed.getRowAloneP99Ms)],
      ['GetRow p99 ms beside', figure(mixed.getRowP99Ms)],
      ['times alone (goal: at most 3)', figure(mixed.getRowP99Ms / mixed.getRowAloneP99Ms)],
      [`searchable after, p50 ms (${searchable.count} rows)`, figure(searchable.p50Ms)],
      ['searchable after, p99 ms (goal: at most 1,000)', figure(searchable.p99Ms)],
      ['of it one look, p50 ms', figure(looks.p50Ms)],
      ['errors', errorsOf(mixed.errors)],
    ],
  )
}

function errorsOf(errors: Readonly<Record<string, number>>): string {
  const parts = Object.entries(errors).map(([status, count]) => `${status}:${count}`)
  return parts.length === 0 ? '0' : parts.join(' ')
}
