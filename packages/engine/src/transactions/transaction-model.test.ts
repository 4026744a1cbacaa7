import { TablestoreError } from '@rowhouse/protocol'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CaseContext, caseContext } from '../testing/cases/case-command.js'
import { runLine } from '../testing/cases/run-case-line.js'
import { openMemoryEngine } from '../testing/memory-engine.js'

/**
 * Requests inside a transaction get the same replies as on a table of their own: the same lines run
 * inside a transaction of one engine, and without one on another engine.
 */

const row = fc.constantFrom(1, 2, 3, 10)
const expectation = fc.constantFrom('', '', '', ' if=exist', ' if=not-exist')
const LONG = 'x'.repeat(40_000)
const cell = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('n=1', 'n=2', 'm="text"', 'n@1699999999000=3', 'c=1.5') },
  // Two of them make a row chunked.
  { weight: 1, arbitrary: fc.constantFrom(`l="${LONG}"`, `k="${LONG}"`) },
)
const change = fc.oneof(
  { weight: 3, arbitrary: cell },
  { weight: 2, arbitrary: fc.constantFrom('n+=1', '-n', '-m', '-n@1699999999000', '-l') },
)
const cellsOf = (one: fc.Arbitrary<string>) =>
  fc
    .uniqueArray(one, { minLength: 1, maxLength: 3, selector: nameOf })
    .map((list) => list.join(' '))
const nameOf = (text: string): string => /^-?([a-z])/.exec(text)?.[1] ?? ''

const write = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(fc.constant('put'), row, cellsOf(cell), expectation) },
  { weight: 3, arbitrary: fc.tuple(fc.constant('update'), row, cellsOf(change), expectation) },
  { weight: 2, arbitrary: fc.tuple(fc.constant('delete'), row, fc.constant(''), expectation) },
)
const asLine = ([kind, key, cells, when]: readonly [string, number, string, string]): string =>
  `${kind} t p="a" r=${key} | ${cells} |${when}`
const batchOf = (form: fc.Arbitrary<string>) =>
  fc
    .tuple(fc.array(write, { minLength: 1, maxLength: 3 }), form)
    .map(([writes, options]) => [
      ...writes.map((one) => `batch-${asLine(one)}`),
      `batch | |${options}`,
    ])
const read = fc.oneof(
  row.map((key) => `get t p="a" r=${key} | | versions=3`),
  fc.tuple(row, row).map(([a, b]) => `range t p="a" r=${a} | p="a" r=${b} | versions=3`),
  fc.tuple(row, row).map(([a, b]) => `range t p="a" r=${a} | p="a" r=${b} | backward limit=2`),
  fc.constant('range t p="a" r=INF_MIN | p="a" r=INF_MAX | versions=9'),
)
const stepsWith = (batch: fc.Arbitrary<string[]>) => {
  const step = fc.oneof(
    { weight: 6, arbitrary: write.map((one) => [asLine(one)]) },
    { weight: 2, arbitrary: batch },
    { weight: 5, arbitrary: read.map((line) => [line]) },
    { weight: 1, arbitrary: fc.constantFrom(['clock +1'], ['clock +500']) },
  )
  return fc.array(step, { maxLength: 14 }).map((list) => list.flat())
}

const CREATE =
  'create-table t | | key=p:STRING,r:INTEGER versions=3 deviation=1000000000 transactions'
const READ_ALL = 'range t p=INF_MIN r=INF_MIN | p=INF_MAX r=INF_MAX | versions=9'

const answer = async (context: CaseContext, line: string): Promise<string> => {
  try {
    return await runLine(context, line)
  } catch (error) {
    if (!(error instanceof TablestoreError)) throw error
    return `${error.code}: ${error.message}`
  }
}

const open = async (): Promise<{ context: CaseContext; close: () => Promise<void> }> => {
  const { engine, clock } = await openMemoryEngine()
  const context = caseContext(engine, clock)
  await answer(context, CREATE)
  return { context, close: () => engine.close() }
}

/** Adds the option at the end of the line, where a filter would follow. */
const inside = (line: string): string =>
  line.startsWith('clock') || line.startsWith('batch-') ? line : `${line} tx=one`

test('a transaction behaves like a table of its own until it ends', async () => {
  const run = fc.record({
    before: stepsWith(batchOf(fc.constantFrom('', ' atomic'))),
    // A transaction refuses an atomic batch.
    within: stepsWith(batchOf(fc.constant(''))),
    ending: fc.constantFrom('commit', 'abort'),
  })
  await fc.assert(
    fc.asyncProperty(run, async ({ before, within, ending }) => {
      const engines = [await open(), await open()] as const
      const [tried, plain] = [engines[0].context, engines[1].context]
      for (const line of before) expect(await answer(tried, line)).toBe(await answer(plain, line))
      const untouched = await answer(tried, READ_ALL)
      expect(await answer(tried, 'start t p="a" | | as=one')).toBe('started')
      for (const line of within) {
        expect(await answer(tried, inside(line))).toBe(await answer(plain, line))
        expect(await answer(tried, READ_ALL)).toBe(untouched)
      }
      await answer(tried, `${ending} one`)
      const after = ending === 'commit' ? await answer(plain, READ_ALL) : untouched
      expect(await answer(tried, READ_ALL)).toBe(after)
      for (const { close } of engines) await close()
    }),
    { numRuns: 60 },
  )
})
