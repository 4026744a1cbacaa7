import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import type { Server } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod/mini'
import { tlsCertificate, tlsKey } from '../testing/tls-fixture.js'

const inRepository = (path: string): string =>
  readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8')

const [firstLine = ''] = inRepository('packages/cli/bin/rowhouse.cjs').split('\n')
const variables = /^Environment=(MALLOC_.+)$/m.exec(inRepository('deploy/rowhouse.service'))?.[1]

test('the systemd unit starts the program as its first line does, without options of Node.js', () => {
  expect(firstLine).toBe('#!/usr/bin/env node')
  const start = 'ExecStart=/usr/bin/node /opt/rowhouse/bin/rowhouse.cjs serve'
  expect(inRepository('deploy/rowhouse.service').split('\n')).toContain(start)
})

test('the image sets the variables of the unit', () => {
  expect(/^ENV (MALLOC_.+)$/m.exec(inRepository('deploy/Dockerfile'))?.[1]).toBe(variables)
})

test.each(['scripts/start.mjs', 'bench/src/peers/rowhouse-server.ts'])('so does %s', (path) => {
  const given = inRepository(path).matchAll(/(MALLOC_\w+): '(\d+)'/g)
  const pairs = [...given].map(([, name, value]) => `${name}=${value}`)
  expect(pairs.join(' ')).toBe(variables)
})

/** The exit code of the container's health check for a server; 0 is healthy. */
const checked = async (server: Server, settings: Record<string, string> = {}): Promise<unknown> => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const command: unknown = JSON.parse(
    /HEALTHCHECK[^[]+(\[.+\])$/m.exec(inRepository('deploy/Dockerfile'))?.[1] ?? '',
  )
  const [, ...args] = z.array(z.string()).parse(command)
  const env = { ...settings, ROWHOUSE_PORT: String(address.port) }
  const child = spawn(process.execPath, args, { env, stdio: 'ignore' })
  return (await once(child, 'exit'))[0]
}

test('the health check of the container asks the right address, with TLS or without', async () => {
  const asked: (string | undefined)[] = []
  expect(
    await checked(
      createHttpServer(({ url }, response) => {
        asked.push(url)
        response.end('ok')
      }),
    ),
  ).toBe(0)
  expect(asked).toEqual(['/healthz'])
  const ill = createHttpServer((_, response) => response.writeHead(500).end())
  expect(await checked(ill)).toBe(1)
  const certified = { cert: tlsCertificate, key: tlsKey }
  const safe = createHttpsServer(certified, (_, response) => response.end('ok'))
  expect(await checked(safe, { ROWHOUSE_TLS_CERTIFICATE: '/some/file' })).toBe(0)
})
