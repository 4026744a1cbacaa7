import { expect, test } from 'vitest'
import type { PeerFigures } from '../peers/peer-figures.js'
import {
  measurementTable,
  pagingTable,
  type SearchMeasurement,
  storesTable,
} from './print-search.js'

const PEER: PeerFigures = {
  name: 'SQLite',
  version: '3.40.1',
  load: { seconds: 10, documentsPerSecond: 4_321 },
  bytesPerDocument: 777,
  rssMb: 100,
  peakRssMb: 200,
  queries: [
    { name: 'wildcard', connections: 8, perSecond: 5_555, p50Ms: 111, p99Ms: 222, cpuMs: 444 },
  ],
  paging: [{ rowsPerPage: 100, rows: 100_000, seconds: 333 }],
  answers: {},
}

function measurement(changes: Partial<SearchMeasurement>): SearchMeasurement {
  return {
    memory: 'resident',
    name: 'wildcard',
    title: 'wildcard',
    goalMs: 50,
    connections: 8,
    perSecond: 10,
    p50Ms: 20,
    p99Ms: 30,
    errors: {},
    cpuMs: 1,
    rssMb: 1,
    ...changes,
  }
}

test("a peer's figures are beside the same search with as many clients", () => {
  const [, , same, otherClients, otherSearch, quarter] = measurementTable(
    [
      measurement({}),
      measurement({ connections: 1 }),
      measurement({ name: 'geo-sort' }),
      measurement({ memory: 'quarter' }),
    ],
    [PEER],
  ).split('\n')
  for (const figure of ['111', '222', '5,555', '444']) {
    expect(same).toContain(figure)
    for (const other of [otherClients, otherSearch, quarter]) expect(other).not.toContain(figure)
  }
})

test('pages of other lengths are not compared', () => {
  const [, , thousand, hundred] = pagingTable(
    [1_000, 100].map((rowsPerPage) => ({ rowsPerPage, rows: 100_000, seconds: 1 })),
    [PEER],
  ).split('\n')
  expect(thousand).not.toContain('333')
  expect(hundred).toContain('333')
  expect(hundred).not.toContain('333, ')
})

test('pages that were not followed to the end show how many rows there were', () => {
  const peer = { ...PEER, paging: [{ rowsPerPage: 100, rows: 70_000, seconds: 60 }] }
  const own = [{ rowsPerPage: 100, rows: 100_000, seconds: 1 }]
  expect(pagingTable(own, [peer])).toContain('60.00, 70,000 rows')
})

test('each store has a line, with empty cells for what was not measured', () => {
  const own = { name: 'Rowhouse', documentsPerSecond: undefined, bytesPerDocument: 500 }
  const table = storesTable({ ...own, rssMb: 1, peakRssMb: 2 }, [PEER])
  expect(table).toMatch(/Rowhouse +500/)
  expect(table).toMatch(/SQLite 3\.40\.1 +4,321 +777 +100 +200/)
})
