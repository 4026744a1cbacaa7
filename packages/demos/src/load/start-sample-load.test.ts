import { startTestClient } from '@rowhouse/practices/testing'
import { afterAll, expect, test } from 'vitest'
import { KNOWN_SAMPLES } from '../command/known-samples.js'
import { dropSample } from './drop-sample.js'
import { findSampleSet } from './sample-set.js'
import { startSampleLoad } from './start-sample-load.js'

const CHOICE = { name: 'shops', rows: 2_500 }

const { client, close } = await startTestClient()
afterAll(close)

const rowsLoaded = async (): Promise<number> => {
  const { loaded = {} } = (await findSampleSet(client, CHOICE.name)) ?? {}
  return Math.max(0, ...Object.values(loaded))
}

test('a load that is stopped tells it, and another goes on from there', async () => {
  const load = startSampleLoad(client, CHOICE)
  expect(load.progress).toMatchObject({ ...CHOICE, state: 'running' })
  load.stop()
  expect(await load.ended).toMatchObject({ state: 'stopped', reason: undefined })
  expect(load.progress.state).toBe('stopped')
  expect(await rowsLoaded()).toBeLessThan(CHOICE.rows)

  const again = await startSampleLoad(client, CHOICE).ended
  expect(again).toMatchObject({ state: 'loaded', report: { step: 'sync', done: CHOICE.rows } })
  expect(await rowsLoaded()).toBe(CHOICE.rows)
})

test('a load beside another set of its name fails and says why', async () => {
  const { state, reason } = await startSampleLoad(client, { ...CHOICE, seed: 2 }).ended
  expect(state).toBe('failed')
  expect(reason).toContain('another set of shops')
})

test('a sample that is dropped leaves no table, and can be dropped again', async () => {
  const sample = KNOWN_SAMPLES['shops']?.({ seed: 1, rows: CHOICE.rows }).sample
  if (sample === undefined) throw new Error('there is a sample of shops')
  await dropSample(client, sample)
  expect(await client.tableNames()).toEqual(['sample_set'])
  expect(await findSampleSet(client, 'shops')).toBeUndefined()
  await dropSample(client, sample)
})
