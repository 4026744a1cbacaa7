import { EventEmitter, once } from 'node:events'
import { createMemoryFiles } from '@rowhouse/platform'
import { manualClock } from '@rowhouse/platform/testing'
import { expect, test } from 'vitest'
import { consoleLimits } from '../limits.js'
import type { SampleTask } from '../shapes/index.js'
import { JobFolder } from './job-folder.js'
import { type JobReports, SampleJobs } from './sample-jobs.js'

const ask = (question: string): SampleTask => ({
  kind: 'ask',
  sample: 'orders',
  question,
  parameters: {},
})

const fail = (error: unknown): void => expect.unreachable(String(error))

/** Servers that follow each other over one folder. */
function startServers() {
  const clock = manualClock()
  const files = createMemoryFiles()
  const start = async () => {
    const folder = new JobFolder({ files, path: '/jobs', onProblem: fail })
    return { jobs: new SampleJobs(clock, folder, await folder.read()), folder }
  }
  return { clock, start }
}

/** Work that ends when it is told so, and not when it is stopped. */
function openWork() {
  const ways = new EventEmitter()
  const over = once(ways, 'over')
  const begun = new Promise<JobReports>((resolve) => ways.once('begun', resolve))
  const run = async (reports: JobReports): Promise<void> => {
    ways.emit('begun', reports)
    await over
  }
  return { run, begun, end: () => ways.emit('over') }
}

test('what a job found is told by the next server, with its dates', async () => {
  const { clock, start } = startServers()
  const first = await start()
  const { startedAt } = first.jobs.start('tests', ask('baskets'), async ({ onResult }) => {
    clock.advance(2_000)
    onResult({ partners: ['p1'], rows: 12n })
  })
  await expect.poll(() => first.jobs.of('tests')[0]?.state).toBe('done')
  await first.jobs.close()
  const { jobs } = await start()
  expect(jobs.of('tests')).toMatchObject([
    {
      state: 'done',
      result: { partners: ['p1'], rows: 12n },
      startedAt,
      endedAt: startedAt + 2_000,
    },
  ])
  expect(jobs.of('others')).toEqual([])
})

test('a job that runs when the server ends is cut off, and can be begun again', async () => {
  const { start } = startServers()
  const first = await start()
  const work = openWork()
  first.jobs.start('tests', ask('baskets'), work.run)
  const { onProgress, sent, signal } = await work.begun
  onProgress({ step: 'scan', name: 'orders', done: 7, of: undefined })
  await first.jobs.close()
  expect(signal.aborted).toBe(true)
  work.end()
  expect(sent.requests).toEqual([])
  const second = await start()
  const [cut] = second.jobs.of('tests')
  expect(cut).toMatchObject({ id: '1', state: 'cut', progress: { done: 7 } })
  const again = second.jobs.start('tests', ask('baskets'), async () => {})
  expect(again.id).toBe('2')
})

test('a job of a server that was killed is cut off as it was saved last', async () => {
  const { clock, start } = startServers()
  const killed = await start()
  const work = openWork()
  killed.jobs.start('tests', ask('baskets'), work.run)
  const { onProgress } = await work.begun
  const tell = (done: number): void =>
    onProgress({ step: 'scan', name: 'orders', done, of: undefined })
  clock.advance(consoleLimits.SAMPLE_JOB_SAVE_MS)
  tell(5)
  tell(6)
  await killed.folder.settled()
  const { jobs } = await start()
  expect(jobs.of('tests')).toMatchObject([{ state: 'cut', progress: { done: 5 } }])
  work.end()
})

test('what newer jobs have taken the place of is forgotten first, also on disk', async () => {
  const { start } = startServers()
  const first = await start()
  const run = async (question: string): Promise<void> => {
    first.jobs.start('tests', ask(question), async () => {})
    await expect.poll(() => first.jobs.of('tests')[0]?.state).toBe('done')
  }
  await run('funnel')
  for (let nth = 0; nth <= consoleLimits.SAMPLE_JOBS_MAX; nth++) await run('baskets')
  await first.jobs.close()
  const { jobs } = await start()
  const kept = jobs.of('tests')
  expect(kept).toHaveLength(consoleLimits.SAMPLE_JOBS_MAX)
  expect(kept.at(-1)?.task).toEqual(ask('funnel'))
})

test('jobs of an instance that is gone end and are forgotten, also on disk', async () => {
  const { start } = startServers()
  const first = await start()
  first.jobs.start('stays', ask('baskets'), async () => {})
  first.jobs.start('goes', ask('funnel'), async () => {})
  await expect.poll(() => first.jobs.of('goes')[0]?.state).toBe('done')
  const work = openWork()
  first.jobs.start('goes', ask('baskets'), work.run)
  const { signal } = await work.begun
  first.jobs.keepOnly(new Set(['stays']))
  expect(signal.aborted).toBe(true)
  expect(first.jobs.of('goes')).toEqual([])
  work.end()
  await first.jobs.close()
  const { jobs } = await start()
  expect(jobs.of('goes')).toEqual([])
  expect(jobs.of('stays')).toHaveLength(1)
})
