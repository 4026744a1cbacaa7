import { createServer, type RequestListener, type Server } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { httpRequest } from '../workloads/http-request.js'
import type { Endpoint } from './connection.js'
import { RequestPool } from './request-pool.js'
import { runLoad } from './run-load.js'

const servers: Server[] = []

afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

async function listen(handler: RequestListener): Promise<Endpoint> {
  const server = createServer(handler)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('not on TCP')
  return { host: '127.0.0.1', port: address.port }
}

function streamOf(name: string, connections: number) {
  const pool = RequestPool.fill(10, 1e6, (index) =>
    httpRequest(`/${name}/${index}`, { host: 'localhost' }, Buffer.from('body')),
  )
  return { name, requests: pool, connections, rowsOf: () => 2, pauseMs: 0, warmUpRequests: 0 }
}

describe('runLoad', () => {
  it('repeats the pool, counts rows and counts errors by status', async () => {
    const paths = new Set<string>()
    let seen = 0
    let enough: () => void = () => undefined
    const stop = new Promise<void>((resolve) => {
      enough = resolve
    })
    const endpoint = await listen((request, response) => {
      request.resume()
      paths.add(request.url ?? '')
      seen += 1
      if (seen === 500) enough()
      response.statusCode = seen % 5 === 0 ? 503 : 200
      response.end('answer')
    })
    const times = { warmUpSeconds: 0, seconds: Number.POSITIVE_INFINITY, stop }
    const streams = [streamOf('a', 3), streamOf('b', 1)]
    const [a, b] = await runLoad(endpoint, streams, times)
    if (a === undefined || b === undefined) throw new Error('figures are missing')
    expect(paths.size).toBe(20)
    expect(a.latency.count + b.latency.count).toBeGreaterThan(200)
    expect((a.errors[503] ?? 0) + (b.errors[503] ?? 0)).toBeGreaterThan(50)
    expect(Object.keys(a.errors)).toEqual(['503'])
    expect(a.rowsPerSecond).toBeCloseTo(a.requestsPerSecond * 2)
    expect(a.bodyBytes).toEqual({ min: 6, max: 6 })
  })

  it('fails when the server closes a connection', async () => {
    const endpoint = await listen((request) => request.socket.destroy())
    const times = { warmUpSeconds: 0, seconds: 60, stop: new Promise<void>(() => undefined) }
    await expect(runLoad(endpoint, [streamOf('a', 1)], times)).rejects.toThrow('a: ')
  })
})
