import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { nodeFiles } from '@rowhouse/platform'
import type { CommitLog } from './commit-log.js'
import { openCommitLog } from './open-commit-log.js'

/** Each version writes its fixture once, and later versions must be able to read it. */
const fixture = (version: number): string =>
  join(import.meta.dirname, 'fixtures', `version-${version}`)
const WRITTEN_AT = 1_767_225_600_000
const RECORDS = ['first', '', 'longer than the rest '.repeat(7), 'the last one']

async function emptyFolder(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'rowhouse-log-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  return directory
}

function open(directory: string): Promise<CommitLog> {
  let now = WRITTEN_AT
  return openCommitLog({
    files: nodeFiles,
    directory,
    clock: { now: () => now++, monotonic: () => now },
    random: { bytes: (length) => Buffer.alloc(length, 0xa5) },
    segmentBytes: 256,
    preallocateBytes: 16,
  })
}

async function contents(log: CommitLog): Promise<string[]> {
  const found: string[] = []
  for await (const { payload } of log.read(log.start)) found.push(payload.toString())
  return found
}

async function bytesOf(directory: string): Promise<Map<string, string>> {
  const names = (await readdir(directory)).sort()
  const files = names.map(async (name) => {
    const bytes = await readFile(join(directory, name))
    return [name, bytes.toString('hex')] as const
  })
  return new Map(await Promise.all(files))
}

test.each([1, 2])(
  'a log of version %i opens with all of its records, and takes more',
  async (version) => {
    const directory = await emptyFolder()
    await cp(fixture(version), directory, { recursive: true })
    const log = await open(directory)
    expect(await contents(log)).toEqual(RECORDS)
    expect(log.checkpointed).toBe(41)
    expect(log.cursors()).toEqual(new Map([['stream', 0]]))
    const appended = log.append(Buffer.from('written later'))
    await appended.durable
    await log.close()
    const again = await open(directory)
    expect(await contents(again)).toEqual([...RECORDS, 'written later'])
    await again.close()
  },
)

test('version 2 is still written with the same bytes', async () => {
  const directory = await emptyFolder()
  const log = await open(directory)
  const [first = '', second = '', ...others] = RECORDS
  const together = [first, second].map((record) => log.append(Buffer.from(record)))
  await Promise.all(together.map(({ durable }) => durable))
  for (const record of others) await log.append(Buffer.from(record)).durable
  await log.setCursor('stream', 0)
  await log.checkpoint(together[0]?.end ?? 0)
  await log.close()
  expect(await bytesOf(directory)).toEqual(await bytesOf(fixture(2)))
})
