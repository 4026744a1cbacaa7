import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client, defineTable } from '@rowhouse/client'
import { temporaryFolder } from '@rowhouse/platform/testing'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type Language, languages, snippetOf } from './snippet-of.js'
import type { RequestOf } from './request.js'
import type { Target } from './target.js'
import { SCENARIO } from './testing/scenario.js'
import { ACCESS_KEY, startTestServer } from './testing/snippet-test-server.js'
import { type Command, type Toolchain, toolchainOf } from './testing/toolchains.js'

const TARGET: Target = { endpoint: 'http://127.0.0.1:8087', instance: 'demo' }

const orders = defineTable({
  name: 'code_orders',
  key: { buyer: 'string', number: 'integer' },
  columns: { price: 'double', note: 'string' },
})

const start = promisify(execFile)

const run = async ({ command, args }: Command, cwd: string, environment = {}): Promise<string> => {
  const env = {
    ...process.env,
    TABLESTORE_ACCESS_KEY_ID: ACCESS_KEY.id,
    TABLESTORE_ACCESS_KEY_SECRET: ACCESS_KEY.secret,
    ...environment,
  }
  const { stdout } = await start(command, [...args], { cwd, env })
  return stdout
}

const writePrograms = (
  folder: string,
  language: Language,
  { file, beside = {} }: Toolchain,
  target: Target,
): void => {
  for (const [name, text] of Object.entries(beside)) writeFileSync(join(folder, name), text)
  SCENARIO.forEach(({ request }, number) => {
    mkdirSync(join(folder, String(number)))
    writeFileSync(join(folder, String(number), file), snippetOf(request, language, target))
  })
}

/** The rows that the programs have written, with all types. */
const expectRows = async (client: Client): Promise<void> => {
  const rows = []
  for await (const row of client.table(orders).range()) rows.push(row)
  expect(rows).toEqual([
    {
      buyer: 'Ada "the $first"',
      number: 1n,
      note: 'quotes \' " \\ $x ${y} `z` \n%d 张三',
      price: 9,
      bytes: new Uint8Array([0, 255, 7]),
      big: 2n ** 63n - 1n,
      place: '1.5,2',
      colour: 'blue lamp',
      visits: 41n,
    },
    { buyer: 'Bob', number: 2n, price: 1.5, paid_on: '2026-02-03' },
    { buyer: 'Eve', number: 4n, note: 'blue lamp' },
  ])
}

/**
 * The index has the sort, and its fields the options, that the request asks for. Beside nested fields there
 * is no sort.
 */
const expectSchema = async (
  client: Client,
  { index, schema }: RequestOf<'CreateSearchIndex'>,
): Promise<void> => {
  const made = (await client.table(orders).index(index).describe()).schema
  const sorters = made?.indexSort?.sorters
  const hasNested = schema.fieldSchemas.some(({ fieldType }) => fieldType === 'NESTED')
  if (hasNested) expect(sorters).toBeUndefined()
  else expect(sorters).toMatchObject(schema.indexSort?.sorters ?? [{}])
  for (const field of schema.fieldSchemas) {
    const { analyzerParameter, enableHighlighting, vectorOptions } = field
    const found = made?.fieldSchemas.find(({ fieldName }) => fieldName === field.fieldName)
    expect(found?.enableHighlighting ?? false).toBe(enableHighlighting ?? false)
    expect(found?.vectorOptions).toEqual(vectorOptions)
    if (analyzerParameter !== undefined) {
      expect(found?.analyzerParameter).toEqual(analyzerParameter)
    }
  }
}

const expectBuyers = async (client: Client, buyers: readonly string[]): Promise<void> => {
  const found = []
  for await (const { buyer } of client.table(orders).range()) found.push(buyer)
  expect(found).toEqual(buyers)
}

describe.each(languages)('%s', (language) => {
  const toolchain = toolchainOf(language)
  const missing = 'missing' in toolchain ? `, skipped: ${toolchain.missing}` : ''

  test.skipIf(missing !== '')(`programs do what their requests say${missing}`, async () => {
    if ('missing' in toolchain) throw new Error(toolchain.missing)
    const folder = await temporaryFolder()
    onTestFinished(() => folder.remove())
    const server = await startTestServer()
    onTestFinished(server.close)
    const client = new Client({ ...server, accessKey: ACCESS_KEY })
    onTestFinished(() => client.close())
    const { path } = folder
    writePrograms(path, language, toolchain, server)
    if (toolchain.build !== undefined) await run(toolchain.build(path), path)
    for (const [number, { request, prints = [] }] of SCENARIO.entries()) {
      if (request.operation === 'BatchGetRow') await expectRows(client)
      if (request.operation === 'Search' || request.operation === 'ParallelScan') {
        await client.table(orders).index(request.index).search({ waitForIndex: true })
      }
      const printed = await run(toolchain.run(path, number), path, toolchain.environment)
      for (const text of prints) expect(printed, request.operation).toContain(text)
      if (request.operation === 'CreateSearchIndex') await expectSchema(client, request)
      if (request.operation === 'DeleteRange')
        await expectBuyers(client, ['Ada "the $first"', 'Eve'])
    }
    expect(await client.tableNames()).toEqual([])
  })

  test('no program contains the access key', () => {
    for (const { request } of SCENARIO) {
      const text = snippetOf(request, language, TARGET)
      expect(text).not.toContain(ACCESS_KEY.secret)
      expect(text).toContain('TABLESTORE_ACCESS_KEY_SECRET')
    }
  })
})
