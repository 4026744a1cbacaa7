import { once } from 'node:events'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { type TemporaryFolder, temporaryFolder } from '@rowhouse/platform/testing'
import { decodeError, signV1, signedHeaders } from '@rowhouse/protocol'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { type CliServer, runCli, startCli } from './testing/run-cli.js'

let folder: TemporaryFolder
const running: CliServer[] = []

beforeEach(async () => {
  folder = await temporaryFolder()
})
afterEach(async () => {
  for (const server of running.splice(0)) {
    server.kill('SIGKILL')
    await server.ended()
  }
  await folder.remove()
})

const data = (): string => join(folder.path, 'data')

const start = async (args: readonly string[], environment?: Record<string, string>) => {
  const server = await startCli(args, environment)
  running.push(server)
  return server
}

const KEY = ['--instance', 'inst', '--access-key', 'testId:testSecret']
const EPHEMERAL = ['--ephemeral', '--port', '0', ...KEY]

/** Sends a signed ListTable. Returns the status, or the error's text. */
const listTables = async (
  port: number,
  secret = 'testSecret',
  more: Record<string, string> = {},
): Promise<string> => {
  const headers = {
    'x-ots-accesskeyid': 'testId',
    'x-ots-apiversion': '2015-12-31',
    'x-ots-contentmd5': '1B2M2Y8AsgTpgAmY7PhCfg==',
    'x-ots-date': new Date().toISOString(),
    'x-ots-instancename': 'inst',
  }
  const signature = signV1(secret, 'ListTable', signedHeaders(headers))
  const response = await fetch(`http://127.0.0.1:${port}/ListTable`, {
    method: 'POST',
    headers: { ...headers, ...more, 'x-ots-signature': signature },
  })
  const body = Buffer.from(await response.arrayBuffer())
  return response.ok ? String(response.status) : decodeError(body).message
}

describe('rowhouse serve', () => {
  test('prints one JSON line with the real port, serves, and ends in order on SIGTERM', async () => {
    const server = await start(EPHEMERAL)
    const { port } = server
    expect(JSON.parse(server.line)).toEqual({
      event: 'ready',
      endpoint: `http://127.0.0.1:${port}`,
      port,
      instance: 'inst',
    })
    expect(await listTables(port)).toBe('200')
    expect(await listTables(port, 'wrong')).toBe('Signature mismatch.')
    server.kill('SIGTERM')
    expect(await server.ended()).toBe(0)
    expect(server.stdout()).toBe(`${server.line}\n`)
  })

  test('sends a span for a request to a door in a thread, below the span of the caller', async () => {
    let received = ''
    const receiver = createServer((request, response) => {
      request.on('data', (chunk: Buffer) => {
        received += chunk.toString('utf8')
      })
      request.on('end', () => response.end('{}'))
    }).listen(0, '127.0.0.1')
    onTestFinished(() => void receiver.close())
    await once(receiver, 'listening')
    const address = receiver.address()
    const port = address !== null && typeof address === 'object' ? address.port : 0
    const traces = ['--trace-to', `http://127.0.0.1:${port}`]
    const server = await start([...EPHEMERAL, '--door-threads', '2', ...traces])
    const trace = '0af7651916cd43dd8448eb211c80319c'
    const traceparent = `00-${trace}-b7ad6b7169203331-01`
    expect(await listTables(server.port, 'testSecret', { traceparent })).toBe('200')
    server.kill('SIGTERM')
    expect(await server.ended()).toBe(0)
    expect(received).toContain(`"traceId":"${trace}"`)
    expect(received).toContain('"parentSpanId":"b7ad6b7169203331"')
  })

  test('ends in order while clients keep their connections open', async () => {
    const server = await start(EPHEMERAL)
    const idle = connect(server.port, '127.0.0.1')
    await new Promise((resolve) => idle.once('connect', resolve))
    server.kill('SIGINT')
    expect(await server.ended()).toBe(0)
    idle.destroy()
  })

  test('takes the access key from a file or the environment', async () => {
    const file = join(folder.path, 'key')
    writeFileSync(file, 'testId:testSecret\n')
    const base = ['--ephemeral', '--port', '0', '--instance', 'inst']
    const fromFile = await start([...base, '--access-key-file', file])
    expect(await listTables(fromFile.port)).toBe('200')
    const fromEnvironment = await start(base, { ROWHOUSE_ACCESS_KEY: 'testId:testSecret' })
    expect(await listTables(fromEnvironment.port)).toBe('200')
  })

  test('door threads serve and end in the same way', async () => {
    const server = await start([...EPHEMERAL, '--door-threads', '2'])
    const answers = await Promise.all(Array.from({ length: 20 }, () => listTables(server.port)))
    expect(new Set(answers)).toEqual(new Set(['200']))
    expect(await listTables(server.port, 'wrong')).toBe('Signature mismatch.')
    const metrics = await (await fetch(`http://127.0.0.1:${server.port}/metrics`)).text()
    expect(metrics).toContain('rowhouse_requests_total{operation="ListTable",code="OK"} 20')
    expect(metrics).toContain(
      'rowhouse_requests_total{operation="ListTable",code="OTSAuthFailed"} 1',
    )
    server.kill('SIGTERM')
    expect(await server.ended()).toBe(0)
  })

  test.each(['0', '2'])(
    'reports in one line that the port is in use (%s threads)',
    async (threads) => {
      const { port } = await start(EPHEMERAL)
      const args = ['serve', '--ephemeral', '--port', String(port), '--door-threads', threads]
      const second = await runCli([...args, '--log-level', 'error'])
      expect(second).toEqual({
        code: 3,
        stdout: '',
        stderr: `error: port ${port} on 127.0.0.1 is in use\n`,
      })
    },
  )

  test.each(['lsm', 'rocksdb'])(
    'reports in one line that the data folder is in use (%s)',
    async (store) => {
      const args = ['--data', data(), '--port', '0', '--store', store]
      await start(args)
      const second = await runCli(['serve', ...args])
      expect(second.code).toBe(3)
      expect(second.stdout).toBe('')
      expect(second.stderr).toMatch(/^error: The data folder .* is in use by process \d+\.\n$/)
    },
  )

  test.each(['lsm', 'rocksdb'])('starts again after kill -9 (%s)', async (store) => {
    const args = ['--data', data(), '--port', '0', '--store', store, ...KEY]
    const first = await start(args)
    expect(await listTables(first.port)).toBe('200')
    first.kill('SIGKILL')
    expect(await first.ended()).toBe('SIGKILL')
    const second = await start(args)
    expect(await listTables(second.port)).toBe('200')
  })

  test('of several starts on one folder at the same moment one serves it', async () => {
    const args = ['serve', '--data', data(), '--port', '0']
    // The lock of a process that was killed: each of them would take it over.
    mkdirSync(data())
    writeFileSync(join(data(), 'LOCK'), '4194305 1\n')
    const servers = await Promise.allSettled([1, 2, 3, 4].map(() => start(args.slice(1))))
    expect(servers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('--demo shows how to begin, and shows no secret to a pipe', async () => {
    const args = ['--demo', '--data', data(), '--port', '0']
    const first = await start(args)
    expect(first.line).toBe(`Rowhouse is ready at http://127.0.0.1:${first.port}`)
    first.kill('SIGTERM')
    expect(await first.ended()).toBe(0)
    const keyFile = join(data(), 'instances.json')
    const text = readFileSync(keyFile, 'utf8')
    const secret = /"secret": "(\w+)"/.exec(text)?.[1] ?? 'none'
    expect(first.stdout()).toContain(keyFile)
    expect(first.stdout()).toContain("require('tablestore')")
    expect(first.stdout()).not.toContain(secret)
    const second = await start(args)
    second.kill('SIGTERM')
    expect(await second.ended()).toBe(0)
    expect(readFileSync(keyFile, 'utf8')).toBe(text)
  })
})

test.skipIf(process.platform === 'win32')('other users cannot read the data', async () => {
  const open = (): string[] =>
    readdirSync(data(), { recursive: true, encoding: 'utf8' }).filter(
      (name) => (statSync(join(data(), name)).mode & 0o077) !== 0,
    )
  const serveOnce = async (): Promise<void> => {
    const server = await start(['--data', data(), '--port', '0', ...KEY])
    expect(open()).toEqual([])
    expect(statSync(data()).mode & 0o777).toBe(0o700)
    server.kill('SIGTERM')
    expect(await server.ended()).toBe(0)
  }
  await serveOnce()
  // An earlier version has left these modes.
  chmodSync(data(), 0o755)
  chmodSync(join(data(), 'store', 'manifest'), 0o644)
  await serveOnce()
})

describe('wrong use gets one line and exit code 2', () => {
  test.each([
    [['serve', '--port', '99999'], '--port must be a whole number from 0 to 65535'],
    [['serve', '--no-such-option'], "unknown option '--no-such-option'"],
    [['serve', '--port'], "option '--port <PORT>' argument missing"],
    [['serve', 'extra'], 'too many arguments'],
    [['serve', '--auth', 'perhaps'], '--auth must be off or warn or enforce'],
    [['serve', '--config', '/missing.json'], 'config file /missing.json cannot be read'],
    [['no-such-command'], "unknown command 'no-such-command'"],
    [['instance', 'create'], "missing required argument 'name'"],
    [['instance', 'add-key', 'inst', '--access', 'all'], "argument 'all' is invalid"],
  ])('%j', async (args, text) => {
    const { code, stdout, stderr } = await runCli(args)
    expect(stderr).toContain(text)
    expect(stderr).toMatch(/^error: [^\n]+\n$/)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  })

  test('the error for a wrong variable has its name', async () => {
    const { code, stderr } = await runCli(['serve'], { ROWHOUSE_PORT: 'x' })
    expect(code).toBe(2)
    expect(stderr).toMatch(/^error: ROWHOUSE_PORT must be a whole number[^\n]*\n$/)
  })
})

describe('rowhouse', () => {
  test('--version and --help', async () => {
    expect(await runCli(['--version'])).toMatchObject({ code: 0, stdout: '0.1.0\n' })
    const help = await runCli(['--help'])
    expect(help.code).toBe(0)
    expect(help.stdout).toMatch(/serve .*run the server/)
    expect(help.stdout).toMatch(/instance .*create, list and delete instances/)
    const serve = await runCli(['serve', '--help'])
    expect(serve.stdout).toContain('--door-threads <N>')
    expect(serve.stdout).toContain('ROWHOUSE_DOOR_THREADS')
    expect((await runCli(['help', 'instance'])).stdout).toContain('rotate-key')
  })

  test('reports that it has not been built', async () => {
    const bin = join(folder.path, 'bin')
    mkdirSync(bin)
    const program = join(bin, 'rowhouse.cjs')
    copyFileSync(new URL('../bin/rowhouse.cjs', import.meta.url), program)
    expect(await runCli(['serve'], {}, program)).toEqual({
      code: 3,
      stdout: '',
      stderr: 'rowhouse is not built yet: run "npm run build" first\n',
    })
  })
})

describe('rowhouse instance', () => {
  test('changes reach door threads', async () => {
    const args = ['--data', data(), '--port', '0', '--door-threads', '2', ...KEY]
    const server = await start(args)
    expect(await listTables(server.port)).toBe('200')
    expect(await instance('remove-key', 'inst', 'testId')).toMatchObject({ code: 0 })
    const answers = await Promise.all(Array.from({ length: 8 }, () => listTables(server.port)))
    expect(new Set(answers)).toEqual(new Set(['The AccessKeyID does not exist.']))
  })

  test.each(['0', '2'])(
    'limits take effect on a running server, and are shown (%s threads)',
    async (threads) => {
      const args = ['--data', data(), '--port', '0', '--door-threads', threads, ...KEY]
      const server = await start(args)
      const answersOf = async (count: number): Promise<Set<string>> =>
        new Set(await Promise.all(Array.from({ length: count }, () => listTables(server.port))))
      expect(await answersOf(20)).toEqual(new Set(['200']))
      const limited = await instance('limit', 'inst', '--requests-per-second', '1')
      expect(limited).toEqual({
        code: 0,
        stdout: 'requests per second 1\nconcurrent          default\nbytes in flight     default\n',
        stderr: '',
      })
      expect(await answersOf(20)).toContain('Server is busy.')
      const ofKey = ['--key', 'testId', '--bytes-in-flight', '64K', '--requests-per-second', 'none']
      expect(await instance('limit', 'inst', ...ofKey, '--json')).toMatchObject({
        stdout: '{"limits":{"requestsPerSecond":"none","bytesInFlight":65536}}\n',
      })
      await instance('limit', 'inst', '--requests-per-second', 'default')
      expect(await answersOf(20)).toEqual(new Set(['200']))
      expect(await instance('limit', 'inst', '--concurrent', '0')).toMatchObject({ code: 2 })
    },
  )

  const instance = (...args: string[]) => runCli(['instance', ...args, '--data', data()])

  test('works with and without a running server', async () => {
    const created = await instance('create', 'orders', '--json')
    expect(created.code).toBe(0)
    const keyId = /"id":"(\w+)"/.exec(created.stdout)?.[1]
    const server = await start(['--data', data(), '--port', '0', ...KEY])
    const listed = await instance('list')
    expect(listed.stdout).toBe(`orders\n  ${keyId}  read-write\ninst\n  testId  read-write\n`)
    const rotated = await instance('rotate-key', 'inst')
    expect(rotated.stdout).toMatch(/^instance {3}inst\naccess key RH\w{20} .*\nsecret {5}\w{40}\n$/)
    expect(await listTables(server.port)).toBe('The AccessKeyID does not exist.')
    expect(await instance('delete', 'inst')).toMatchObject({ code: 0, stdout: 'done\n' })
  })

  test('refuses in one line and exit code 3', async () => {
    expect(await instance('list')).toEqual({
      code: 3,
      stdout: '',
      stderr: `error: there is no data folder ${data()}\n`,
    })
    await instance('create', 'orders')
    expect(await instance('create', 'ORDERS')).toMatchObject({
      code: 3,
      stderr: "error: instance 'ORDERS' exists already\n",
    })
    expect(existsSync(join(data(), 'LOCK'))).toBe(false)
  })
})
