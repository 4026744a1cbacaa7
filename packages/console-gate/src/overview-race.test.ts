import { afterEach, beforeEach, expect, test } from 'vitest'
import { Visitor, startConsole } from './testing/console-fixture.js'

const TABLES = Array.from({ length: 20 }, (_, at) => `table_${at}`)
const SETTINGS = { timeToLive: -1, maxVersions: 1, readUnits: 0, writeUnits: 0 }
const KEY = [{ name: 'id', type: 'INTEGER', isAuto: false }]

let server: Awaited<ReturnType<typeof startConsole>>
let visitor: Visitor

beforeEach(async () => {
  server = await startConsole()
  visitor = new Visitor(server.url)
  await visitor.signInWith(server.accessKey)
  for (const table of TABLES) {
    await visitor.ask({ operation: 'CreateTable', table, key: KEY, columns: [], ...SETTINGS })
  }
})
afterEach(() => server.close())

test('tables that are dropped while they are listed are left out', async () => {
  const dropped = TABLES.slice(1).map(
    (table) => () => visitor.ask({ operation: 'DeleteTable', table }),
  )
  const statuses: number[] = []
  for (const drop of dropped.toReversed()) {
    const [{ status }, { status: ofDrop }] = await Promise.all([
      visitor.get('tables/tests'),
      drop(),
    ])
    statuses.push(status, ofDrop)
  }
  expect(new Set(statuses)).toEqual(new Set([200]))
})
