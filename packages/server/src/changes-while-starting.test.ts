import { expect, test, vi } from 'vitest'
import { administer } from './admin/administer.js'
import { exchange } from './testing/door-fixture.js'
import { ANY_DATE, testServers } from './testing/test-servers.js'

const { configure, start } = testServers()

/** What happens when the doors are open and the server does not know it yet. */
const meanwhile = vi.hoisted(() => ({ happens: async (): Promise<void> => {} }))

vi.mock(import('./open-doors.js'), async (importOriginal) => {
  const { openDoors } = await importOriginal()
  return {
    openDoors: async (...setup) => {
      const doors = await openDoors(...setup)
      await meanwhile.happens()
      return doors
    },
  }
})

test('an instance that is created while the doors open is served', async () => {
  meanwhile.happens = async () => {
    await administer(configure(), { action: 'create', name: 'early' })
  }
  const server = await start(ANY_DATE)
  const reply = await exchange(server.port, {
    operation: 'ListTable',
    signed: { 'x-ots-instancename': 'early' },
  })
  expect(reply.status).toBe(200)
})

test('limits hold for a request that comes before the server is ready', async () => {
  const first = await start(ANY_DATE)
  await first.registry.setLimits('inst', undefined, { requestsPerSecond: 1 })
  const { port } = first
  await first.close()
  const statuses: number[] = []
  meanwhile.happens = async () => {
    const list = () => exchange(port, { operation: 'ListTable' })
    const replies = await Promise.all(Array.from({ length: 30 }, list))
    statuses.push(...replies.map(({ status }) => status))
  }
  await start({ ...ANY_DATE, port: `${port}` })
  expect(statuses).toContain(200)
  expect(statuses).toContain(503)
})
