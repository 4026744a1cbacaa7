import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { tlsKey } from '@rowhouse/server/testing'
import { cliFolder } from './testing/cli-folder.js'
import { type CliServer, runCli, startCli } from './testing/run-cli.js'

const folder = cliFolder()
const write = (name: string, text: string): string => {
  writeFileSync(folder.path(name), text)
  return folder.path(name)
}

/** The single line that a command prints when it cannot start. */
const complaint = async (...args: string[]): Promise<string> => {
  const { code, stdout, stderr } = await runCli([...args, '--log-level', 'error'])
  expect({ code: code === 0, stdout }).toEqual({ code: false, stdout: '' })
  expect(stderr).toMatch(/^error: [^\n]+\n$/)
  return stderr.slice('error: '.length).trimEnd()
}
const serveComplaint = (...args: string[]) => complaint('serve', '--port', '0', ...args)

test('the message on a broken config file has the line', async () => {
  const file = write('config.json', '{\n  "port": 0,\n  "host": localhost\n}\n')
  expect(await serveComplaint('--config', file)).toBe(
    `config file ${file} stops being JSON on line 3`,
  )
})

test('the message on a bad key has its file', async () => {
  const file = write('key', 'nonsense')
  expect(await serveComplaint('--ephemeral', '--instance', 'inst', '--access-key-file', file)).toBe(
    `the access key in ${file} must have the form ID:SECRET`,
  )
  const key = write('key.pem', tlsKey)
  expect(
    await serveComplaint('--ephemeral', '--tls-certificate', file, '--tls-key', key),
  ).toContain(`--tls-certificate ${file} is no PEM certificate: `)
})

test('the error for a file in place of the data folder says that it is a file', async () => {
  const file = write('file', '')
  expect(await serveComplaint('--data', file)).toBe(`${file} is a file, not a folder`)
  expect(await serveComplaint('--data', join(file, 'below'))).toContain('is a file, not a folder')
  const verify = await runCli(['verify', '--data', file])
  expect(verify).toMatchObject({ code: 2, stderr: `error: ${file} is a file, not a folder\n` })
})

describe('a mistyped variable', () => {
  const running: CliServer[] = []
  afterEach(async () => {
    for (const server of running.splice(0)) {
      server.kill('SIGKILL')
      await server.ended()
    }
  })

  test('is reported', async () => {
    const environment = { ROWHOUSE_PROT: '9000', ROWHOUSE_MEMORY: '64MB' }
    const server = await startCli(['--ephemeral', '--port', '0'], environment)
    running.push(server)
    await server.logged('"variable":"ROWHOUSE_PROT","msg":"this variable is no setting')
  })
})

describe('damage that is found at a start takes one line', () => {
  const stopped = async (...more: readonly string[]): Promise<string> => {
    const server = await folder.serve(...more)
    server.kill('SIGTERM')
    expect(await server.ended()).toBe(0)
    return folder.path('data')
  }

  test('of the log', async () => {
    const data = await stopped()
    const manifest = join(data, 'log', 'manifest')
    writeFileSync(manifest, Buffer.alloc(readFileSync(manifest).length, 'x'))
    expect(await serveComplaint('--data', data)).toContain(
      `the commit log is damaged: ${manifest} at byte 0: `,
    )
  })

  test('of the store', async () => {
    const data = await stopped()
    const manifest = join(data, 'store', 'manifest')
    const content = readFileSync(manifest)
    content[20] = (content[20] ?? 0) ^ 1
    writeFileSync(manifest, content)
    expect(await serveComplaint('--data', data)).toContain(
      `The file ${manifest} of the store is damaged: `,
    )
  })

  test('of a store on RocksDB', async () => {
    const data = await stopped('--store', 'rocksdb')
    writeFileSync(join(data, 'store', 'CURRENT'), 'nonsense')
    expect(await serveComplaint('--data', data)).toMatch(
      /^The store in .+store cannot be opened: .+ If it is damaged, restore a backup\.$/,
    )
  })

  test('of the file of instances, with its line; a newer version is not damage', async () => {
    const data = await stopped()
    const file = join(data, 'instances.json')
    writeFileSync(file, '{\n  "version": 1\n  "instances": []\n}\n')
    expect(await serveComplaint('--data', data)).toContain(
      `${file} is damaged (it stops being JSON on line 3). `,
    )
    writeFileSync(file, '{ "version": 2, "tenants": {} }')
    expect(await serveComplaint('--data', data)).toBe(
      `${file} has version 2, written by a newer version of Rowhouse; this version knows versions up to 1.`,
    )
  })
})

test('--help shows the defaults', async () => {
  const { stdout } = await runCli(['serve', '--help'])
  const help = stdout.replaceAll(/\s+/g, ' ')
  expect(help).toContain('(default: 8087; ROWHOUSE_PORT)')
  expect(help).toContain('(default: 512MB; ROWHOUSE_MEMORY)')
  expect(help).toContain('(default: 15m; ROWHOUSE_CLOCK_SKEW)')
  expect(help).toContain('(default: strict; ROWHOUSE_DURABILITY)')
})
