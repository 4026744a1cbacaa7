import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type TemporaryFolder, temporaryFolder } from '@rowhouse/platform/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfiguration } from './configuration.js'
import { ConfigurationError } from './configuration-error.js'
import type { SettingSources } from './gather-settings.js'
import { optionOf, settingHelp, settingNames, settings, variableOf } from './settings.js'

let folder: TemporaryFolder
beforeAll(async () => {
  folder = await temporaryFolder()
})
afterAll(() => folder.remove())

const write = (name: string, text: string): string => {
  const path = join(folder.path, name)
  writeFileSync(path, text)
  return path
}

const read = (sources: Partial<SettingSources>) =>
  readConfiguration({ options: {}, environment: {}, configFile: undefined, ...sources })

const complaint = (sources: Partial<SettingSources>): string => {
  try {
    read(sources)
  } catch (error) {
    if (error instanceof ConfigurationError) return error.message
    throw error
  }
  return 'no complaint'
}

test('without settings everything has its default', () => {
  expect(read({})).toEqual({
    host: '127.0.0.1',
    port: 8087,
    consolePath: '/console',
    data: resolve('data'),
    durability: 'strict',
    memory: 512 * 2 ** 20,
    searchMemory: 2 * 2 ** 30,
    logLevel: 'info',
    tls: undefined,
    bodyLimit: 5 * 2 ** 20,
    clockSkew: 900_000,
    auth: 'enforce',
    doorThreads: 0,
    ephemeral: false,
    exitWithParent: false,
    testControl: false,
    strangeVariables: [],
    instance: undefined,
    freeSpace: 256 * 2 ** 20,
    slowRequest: 500,
    needsTraces: false,
    metricsFrom: 'loopback',
    serviceRates: false,
    localTransactions: 'asked',
    partitionBytes: 10 * 2 ** 30,
    partitionHotUnits: 5000,
    partitionUnavailableMs: 0,
    backupTo: undefined,
    backupInterval: 5000,
    backupRetention: 7,
    backupBaseEvery: 86_400_000,
    throttle: 'off',
    partitionUnits: 10_000,
  })
})

test('options win over the environment, the environment over the file, the file over the defaults', () => {
  const configFile = write('layers.json', '{"port": 1, "host": "file", "auth": "warn"}')
  const environment = { ROWHOUSE_PORT: '2', ROWHOUSE_HOST: 'environment', ROWHOUSE_MEMORY: '' }
  const options = { port: '3' }
  expect(read({ configFile, environment, options })).toMatchObject({
    port: 3,
    host: 'environment',
    auth: 'warn',
    memory: 512 * 2 ** 20,
  })
  expect(read({ environment: { ROWHOUSE_CONFIG: configFile } })).toMatchObject({ port: 1 })
})

test('every setting has a help line, an option and a variable of its own', () => {
  expect(settingNames.toSorted()).toEqual(Object.keys(settings.shape).toSorted())
  expect(new Set(settingNames.map(optionOf)).size).toBe(settingNames.length)
  expect(optionOf('tlsCertificate')).toBe('--tls-certificate')
  expect(variableOf('tlsCertificate')).toBe('ROWHOUSE_TLS_CERTIFICATE')
  for (const name of settingNames) expect(settingHelp[name].help).not.toBe('')
})

test.each([
  ['memory', '64M', 64 * 2 ** 20],
  ['memory', '64MB', 64 * 2 ** 20],
  ['memory', '2GiB', 2 * 2 ** 30],
  ['memory', '1 g', 2 ** 30],
  ['memory', '67108864', 64 * 2 ** 20],
  ['clockSkew', '500ms', 500],
  ['clockSkew', '30', 30_000],
  ['clockSkew', '15m', 900_000],
  ['clockSkew', '1h', 3_600_000],
  ['doorThreads', '2', 2],
  ['throttle', 'partitions', 'partitions'],
  ['partitionUnits', '5', 5],
  ['ephemeral', 'true', true],
  ['ephemeral', '0', false],
] as const)('%s may be %s', (name, text, value) => {
  expect(read({ options: { [name]: text } })).toMatchObject({ [name]: value })
})

describe('one clear line reports a mistake', () => {
  test.each([
    ['port', '65536', "--port must be a whole number from 0 to 65535, not '65536'"],
    ['port', 'eighty', "--port must be a whole number from 0 to 65535, not 'eighty'"],
    ['port', '-1', "--port must be a whole number from 0 to 65535, not '-1'"],
    ['port', '1.5', "--port must be a whole number from 0 to 65535, not '1.5'"],
    ['memory', '1M', "--memory must be a size of at least 67108864 bytes, such as 64MB, not '1M'"],
    ['memory', 'lots', /^--memory must be a size of .*, not 'lots'$/],
    ['auth', 'maybe', "--auth must be off or warn or enforce, not 'maybe'"],
    ['durability', '', "--durability must be strict or relaxed, not ''"],
    ['clockSkew', 'forever', /^--clock-skew must be a time such as .*, not 'forever'$/],
    ['doorThreads', '65', "--door-threads must be a whole number from 0 to 64, not '65'"],
    ['throttle', 'on', "--throttle must be off or table or partitions, not 'on'"],
    ['ephemeral', 'perhaps', "--ephemeral must be true or false, not 'perhaps'"],
    ['traceTo', 'host:4318', "--trace-to must be a URL with http or https, not 'host:4318'"],
    ['host', ' ', "--host must be a host name or address, not ' '"],
  ])('--%s=%s', (name, value, expected) => {
    const said = complaint({ options: { [name]: value } })
    expect(said).toMatch(expected)
    expect(said).not.toContain('\n')
  })

  test('with the name by which the person knows the setting', () => {
    expect(complaint({ environment: { ROWHOUSE_PORT: 'x' } })).toMatch(/^ROWHOUSE_PORT must be/)
    const configFile = write('wrong.json', '{"port": "x"}')
    expect(complaint({ configFile })).toBe(
      `'port' on line 1 of config file ${configFile} must be a whole number from 0 to 65535, not 'x'`,
    )
    const nested = write('nested.json', '{"port": [1]}')
    expect(complaint({ configFile: nested })).toContain('must be a text, number or boolean')
  })

  test('about config files', () => {
    const missing = join(folder.path, 'missing.json')
    expect(complaint({ configFile: missing })).toBe(`config file ${missing} cannot be read`)
    const broken = write('broken.json', '{\n  "port": 1,\n}\n')
    expect(complaint({ configFile: broken })).toBe(
      `config file ${broken} stops being JSON on line 3`,
    )
    const list = write('list.json', '[]')
    expect(complaint({ configFile: list })).toBe(`config file ${list} must hold a JSON object`)
    const unknown = write('unknown.json', '{\n"prot": 1}')
    expect(complaint({ configFile: unknown })).toBe(
      `config file ${unknown} has an unknown setting 'prot' on line 2`,
    )
  })

  test('about instances and keys', () => {
    const instance = 'inst'
    const say = (options: Record<string, unknown>): string => complaint({ options })
    expect(say({ accessKey: 'a:b' })).toBe('an access key needs --instance')
    expect(say({ instance: 'x' })).toContain("instance name 'x' must have 3 to 16 letters")
    expect(say({ instance: 'my-admin' })).toContain("reserved word 'admin'")
    expect(say({ instance, ephemeral: true })).toBe(
      '--ephemeral with --instance needs an access key',
    )
    const wrongForm = 'the access key must have the form ID:SECRET'
    for (const accessKey of ['secretalone', ':secret', 'id:', 'i d:secret', 'id:se cret']) {
      expect(say({ instance, accessKey })).toBe(wrongForm)
    }
    expect(say({ instance, accessKey: 'a:b', accessKeyFile: 'f' })).toContain('exclude each other')
    expect(say({ instance, accessKeyFile: '/missing' })).toBe(
      '--access-key-file /missing cannot be read',
    )
  })

  test('about the place of a backup', () => {
    const within = complaint({ options: { data: 'd', backupTo: 'd/backup' } })
    expect(within).toBe('--backup-to must be outside of the data folder')
    expect(complaint({ options: { backupTo: 'data' } })).toBe(within)
    expect(complaint({ options: { ephemeral: true, backupTo: 'b' } })).toBe(
      '--ephemeral has nothing to back up',
    )
    expect(read({ options: { data: 'd', backupTo: 'd2' } }).backupTo).toBe(resolve('d2'))
  })

  test('about TLS files', () => {
    const together = '--tls-certificate and --tls-key must be given together'
    expect(complaint({ options: { tlsCertificate: 'x' } })).toBe(together)
    expect(complaint({ options: { tlsKey: 'x' } })).toBe(together)
    expect(complaint({ options: { tlsKey: '/missing', tlsCertificate: '/missing' } })).toBe(
      '--tls-certificate /missing cannot be read',
    )
  })
})

test('the variable of OpenTelemetry may give the address of traces', () => {
  const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' }
  expect(read({}).traceTo).toBeUndefined()
  expect(read({ environment }).traceTo).toBe('http://collector:4318')
  const traceTo = 'http://other:4318'
  expect(read({ environment, options: { traceTo } }).traceTo).toBe(traceTo)
  expect(read({ environment, options: { traceTo } }).needsTraces).toBe(true)
  expect(read({ environment }).needsTraces).toBe(false)
  for (const off of [{ OTEL_SDK_DISABLED: 'True' }, { OTEL_TRACES_EXPORTER: 'none' }]) {
    expect(read({ environment: { ...environment, ...off } }).traceTo).toBeUndefined()
    expect(read({ environment: off, options: { traceTo } }).traceTo).toBe(traceTo)
  }
  // The variable is meant for other programs, so its value never prevents a start, let alone a restore.
  expect(read({ environment: { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector' } }).traceTo).toBe(
    'collector',
  )
})

test('an access key comes from an option, a variable or a file', () => {
  const key = { id: 'id', secret: 'se:cret', access: 'read-write', stsToken: undefined }
  const instance = { name: 'inst', key }
  const file = write('key', 'id:se:cret\n')
  const given = { instance: 'inst' }
  expect(read({ options: { ...given, accessKey: 'id:se:cret' } })).toMatchObject({ instance })
  expect(read({ options: { ...given, accessKeyFile: file } })).toMatchObject({ instance })
  const environment = { ROWHOUSE_ACCESS_KEY: 'id:se:cret' }
  expect(read({ options: given, environment })).toMatchObject({ instance })
})
