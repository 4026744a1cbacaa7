import { expect, test } from 'vitest'
import { administer } from './admin/administer.js'
import { openDoors } from './open-doors.js'
import type { StartOptions } from './start-server.js'
import { exchange } from './testing/door-fixture.js'
import { ANY_DATE, testServers } from './testing/test-servers.js'

const { configure, start } = testServers()

/** Runs a hook when the doors are open and the server does not know of them yet. */
const meanwhile = (happens: (port: number) => Promise<void>): StartOptions => ({
  openDoors: async (...setup) => {
    const doors = await openDoors(...setup)
    await happens(doors.port)
    return doors
  },
})

test('an instance that is created while the doors open is served', async () => {
  const create = meanwhile(async () => {
    await administer(configure(), { action: 'create', name: 'early' })
  })
  const server = await start(ANY_DATE, create)
  const reply = await exchange(server.port, {
    operation: 'ListTable',
    signed: { 'x-ots-instancename': 'early' },
  })
  expect(reply.status).toBe(200)
})

test('limits hold for a request that comes before the server is ready', async () => {
  const first = await start(ANY_DATE)
  await first.registry.setLimits('inst', undefined, { requestsPerSecond: 1 })
  await first.close()
  const statuses: number[] = []
  const ask = meanwhile(async (port) => {
    const list = () => exchange(port, { operation: 'ListTable' })
    const replies = await Promise.all(Array.from({ length: 30 }, list))
    statuses.push(...replies.map(({ status }) => status))
  })
  await start(ANY_DATE, ask)
  expect(statuses).toContain(200)
  expect(statuses).toContain(503)
})
