import { join } from 'node:path'
import type { CommitLog } from '../log/commit-log.js'
import { type CommitLogOptions, openCommitLog } from '../log/open-commit-log.js'
import type { Files } from '@rowhouse/platform'
import { seededRandom } from '@rowhouse/platform/testing'

export const LOG_DIRECTORY = '/data/log'

/** A log with small segments, so that a few records fill several. */
export function openTestLog(
  files: Files,
  options: Partial<CommitLogOptions> = {},
): Promise<CommitLog> {
  return openCommitLog({
    files,
    directory: LOG_DIRECTORY,
    clock: { now: () => 0, monotonic: () => 0 },
    random: seededRandom(5),
    segmentBytes: 700,
    preallocateBytes: 64,
    ...options,
  })
}

export interface TestRecord {
  readonly position: number
  readonly end: number
  readonly payload: string
}

/** Appends the records one after the other, so that each has a frame of its own. */
export async function appendAll(
  log: CommitLog,
  payloads: readonly string[],
): Promise<TestRecord[]> {
  const records: TestRecord[] = []
  for (const payload of payloads) {
    const { position, end, durable } = log.append(Buffer.from(payload))
    await durable
    records.push({ position, end, payload })
  }
  return records
}

export async function readAll(log: CommitLog, from: number = log.start): Promise<TestRecord[]> {
  const records: TestRecord[] = []
  for await (const { position, end, payload } of log.read(from)) {
    records.push({ position, end, payload: payload.toString() })
  }
  return records
}

/** Numbered payloads of a few dozen bytes. */
export function payloads(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `record ${index} `.padEnd(40, 'x'))
}

export async function segmentNames(files: Files): Promise<string[]> {
  return (await files.list(LOG_DIRECTORY)).filter((name) => name.startsWith('segment-'))
}

/** Changes bytes of a file of the log without its knowledge. */
export async function overwrite(
  files: Files,
  name: string,
  offset: number,
  change: (byte: number) => number,
): Promise<void> {
  const file = await files.open(join(LOG_DIRECTORY, name), 'write')
  const [byte = 0] = await file.read(offset, 1)
  await file.write(Buffer.of(change(byte)), offset)
  await file.close()
}
