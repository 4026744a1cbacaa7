import { type Files, createMemoryFiles } from '@rowhouse/platform'
import { expect, test } from 'vitest'
import { consoleLimits } from '../limits.js'
import type { SampleJob } from '../shapes/index.js'
import { JobFolder } from './job-folder.js'

const PATH = '/data/console-jobs'

function open(files: Files) {
  const problems: string[] = []
  const folder = new JobFolder({ files, path: PATH, onProblem: (_, file) => problems.push(file) })
  return { folder, problems }
}

const jobOf = (id: string, changes: Partial<SampleJob> = {}): SampleJob => ({
  id,
  task: { kind: 'drop', sample: 'orders' },
  state: 'done',
  startedAt: 1_000,
  endedAt: 2_000,
  progress: undefined,
  result: undefined,
  reason: undefined,
  requests: [],
  ...changes,
})

async function write(files: Files, name: string, text: string): Promise<void> {
  const handle = await files.open(`${PATH}/${name}`, 'create')
  await handle.write(Buffer.from(text), 0)
  await handle.close()
}

test('jobs are read as they were saved last, the oldest first', async () => {
  const files = createMemoryFiles()
  const { folder } = open(files)
  const result = { total: 2n ** 60n, rows: [{ bytes: new Uint8Array([1, 2]) }] }
  folder.save({ instance: 'tests', job: jobOf('10', { result }) })
  folder.save({ instance: 'tests', job: jobOf('9', { state: 'running' }) })
  folder.save({ instance: 'tests', job: jobOf('9', { reason: 'no room', state: 'failed' }) })
  await folder.settled()
  const { folder: later, problems } = open(files)
  expect(await later.read()).toEqual([
    { instance: 'tests', job: jobOf('9', { reason: 'no room', state: 'failed' }) },
    { instance: 'tests', job: jobOf('10', { result }) },
  ])
  expect(problems).toEqual([])
})

test('a job that was running when the server ended was cut off', async () => {
  const files = createMemoryFiles()
  const { folder } = open(files)
  const progress = { step: 'import', name: 'orders', done: 5, of: 10 }
  folder.save({ instance: 'tests', job: jobOf('1', { state: 'running', progress }) })
  await folder.settled()
  const [stored] = await open(files).folder.read()
  expect(stored?.job).toMatchObject({ state: 'cut', progress })
})

test('removed jobs and those that are too large are not kept', async () => {
  const files = createMemoryFiles()
  const { folder, problems } = open(files)
  folder.save({ instance: 'tests', job: jobOf('1') })
  folder.save({ instance: 'tests', job: jobOf('2', { state: 'running' }) })
  folder.save({
    instance: 'tests',
    job: jobOf('2', { result: 'x'.repeat(consoleLimits.SAMPLE_JOB_BYTES_MAX) }),
  })
  folder.remove('1')
  folder.remove('3')
  await folder.settled()
  expect(await folder.read()).toEqual([])
  expect(problems).toEqual([])
})

test('files that are no jobs are told and passed over', async () => {
  const files = createMemoryFiles()
  const { folder, problems } = open(files)
  folder.save({ instance: 'tests', job: jobOf('1') })
  await folder.settled()
  await write(files, '2.json', '{"version":1,"insta')
  await write(files, '3.json', '{"version":2}')
  await write(files, '4.json.new', 'a write that was cut off')
  expect((await folder.read()).map(({ job }) => job.id)).toEqual(['1'])
  expect(problems).toEqual([`${PATH}/2.json`, `${PATH}/3.json`])
  await folder.settled()
  expect(await files.list(PATH)).not.toContain('4.json.new')
})

test('a folder that cannot be written is told', async () => {
  const files = createMemoryFiles()
  const refused = Object.assign(new Error('no space'), { code: 'ENOSPC' })
  const full: Files = { ...files, open: () => Promise.reject(refused) }
  const { folder, problems } = open(full)
  folder.save({ instance: 'tests', job: jobOf('1') })
  await folder.settled()
  expect(problems).toEqual([`${PATH}/1.json`])
})
