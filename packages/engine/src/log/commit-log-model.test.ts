import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openTestLog, readAll, type TestRecord } from '../testing/log-fixture.js'
import { seededRandom, SimulatedFiles } from '@rowhouse/platform/testing'
import type { CommitLog } from './commit-log.js'

/** The naive log: a list of records, and its positions. */
interface Model {
  records: TestRecord[]
  checkpoint: number
  readonly cursors: Map<string, number>
}

interface Real {
  files: SimulatedFiles
  log: CommitLog
}

type Step = (model: Model, real: Real) => Promise<void>

const name = fc.constantFrom('index', 'stream', 'backup')
/** A point of the log as a fraction, from its start to its durable end. */
const fraction = fc.double({ min: 0, max: 1, noNaN: true })

const append = fc
  .array(fc.string({ unit: 'grapheme', maxLength: 60 }), { minLength: 1, maxLength: 20 })
  .map(
    (payloads): Step =>
      async (model, { log }) => {
        const tickets = payloads.map((payload) => ({
          payload,
          ...log.append(Buffer.from(payload)),
        }))
        await Promise.all(tickets.map(({ durable }) => durable))
        for (const { position, end, payload } of tickets)
          model.records.push({ position, end, payload })
      },
  )

const checkpoint = fraction.map(
  (part): Step =>
    async (model, { log }) => {
      const position = positionAt(log, part)
      await log.checkpoint(position)
      model.checkpoint = Math.max(model.checkpoint, position)
    },
)

const setCursor = fc.tuple(name, fraction).map(
  ([cursor, part]): Step =>
    async (model, { log }) => {
      const position = positionAt(log, part)
      await log.setCursor(cursor, position)
      model.cursors.set(cursor, position)
    },
)

const removeCursor = name.map(
  (cursor): Step =>
    async (model, { log }) => {
      await log.removeCursor(cursor)
      model.cursors.delete(cursor)
    },
)

const close: Step = async (_model, real) => {
  await real.log.close()
  real.log = await openTestLog(real.files)
}

const kill: Step = async (_model, real) => {
  real.files = real.files.kill()
  real.log = await openTestLog(real.files)
}

const powerCut = fc.nat().map(
  (seed): Step =>
    async (_model, real) => {
      real.files = real.files.powerCut(seededRandom(seed))
      real.log = await openTestLog(real.files)
    },
)

const read = fraction.map(
  (part): Step =>
    async (model, { log }) => {
      const from = positionAt(log, part)
      const expected = model.records.filter(({ position }) => position >= from)
      expect(await readAll(log, from)).toEqual(expected)
    },
)

function positionAt(log: CommitLog, part: number): number {
  return log.start + Math.floor((log.durableEnd - log.start) * part)
}

async function compare(model: Model, { log }: Real): Promise<void> {
  expect(log.checkpointed).toBe(model.checkpoint)
  expect(log.cursors()).toEqual(model.cursors)
  expect(log.durableEnd).toBe(model.records.at(-1)?.end ?? 0)
  expect(log.start).toBeLessThanOrEqual(Math.min(model.checkpoint, ...model.cursors.values()))
  const kept = model.records.filter(({ position }) => position >= log.start)
  expect(await readAll(log)).toEqual(kept)
}

test('a commit log behaves like a list', async () => {
  const step = fc.oneof(
    { weight: 6, arbitrary: append },
    { weight: 2, arbitrary: checkpoint },
    { weight: 2, arbitrary: setCursor },
    { weight: 1, arbitrary: removeCursor },
    { weight: 2, arbitrary: read },
    { weight: 2, arbitrary: fc.constantFrom(close, kill) },
    { weight: 1, arbitrary: powerCut },
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const model: Model = { records: [], checkpoint: 0, cursors: new Map() }
      const files = new SimulatedFiles()
      const real = { files, log: await openTestLog(files) }
      for (const run of steps) {
        await run(model, real)
        await compare(model, real)
      }
    }),
  )
})
