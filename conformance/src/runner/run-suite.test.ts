import { expect, test } from 'vitest'
import { runSuite } from './run-suite.js'
import type { Result, Sdk } from './sdk.js'

const sdk: Sdk = {
  id: 'one',
  title: 'One',
  packageName: 'package',
  version: '1',
  prepare: async () => ({ missing: 'never run' }),
}

const results = async (script: string): Promise<Result[]> => {
  const seen: Result[] = []
  const suite = { command: process.execPath, args: ['-e', script], directory: process.cwd() }
  await runSuite(sdk, suite, 'a mode', {}, '', (result) => seen.push(result))
  return seen
}

const LINE = { operation: 'GetRow', feature: 'a', test: 'b', status: 'pass', note: '' }

test('each result line is reported, other output is not', async () => {
  const script = `console.log('hello'); console.log('${JSON.stringify(LINE)}')`
  expect(await results(script)).toEqual([{ ...LINE, sdk: 'one', mode: 'a mode' }])
})

test('a suite that ends early is a failure', async () => {
  const script = `console.log('${JSON.stringify(LINE)}'); throw new Error('broken')`
  const [, broken] = await results(script)
  expect(broken).toMatchObject({ status: 'fail', feature: 'runs to its end' })
  expect(broken?.note).toContain('broken')
})

test('a suite without a test is a failure', async () => {
  expect(await results('')).toMatchObject([{ status: 'fail', test: 'after 0 tests' }])
})
