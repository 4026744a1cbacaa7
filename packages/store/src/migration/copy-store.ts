import { invariant } from '@rowhouse/platform'
import { DataFolderError } from '../folder/data-folder-error.js'
import type { Entry, KeyValueStore, StoreMutation } from '../key-value-store.js'
import { storeLimits } from '../limits.js'
import { STAMP_KEY } from '../stamp.js'
import { lastKey, readEntries } from './read-entries.js'
import { type StoreContents, StoreDigest } from './store-digest.js'

export interface CopyProgress {
  readonly step: 'copied' | 'compared'
  readonly entries: number
  readonly bytes: number
}

export interface CopyOptions {
  readonly source: KeyValueStore
  /** Empty, or what an earlier copy of the same source has reached. */
  readonly target: KeyValueStore
  readonly flushBytes?: number | undefined
  readonly onProgress?: ((progress: CopyProgress) => void) | undefined
}

export interface CopiedStore extends StoreContents {
  /** Entries that the target had already. */
  readonly resumed: number
}

const BEHIND_ALL = Buffer.alloc(6, 0xff)

/**
 * Copies the entries in the order of their keys, so that the target's last key tells what it has: whatever
 * a crash takes away is the last of it. Then compares both; `StoresDifferError` if they are not the same.
 */
export async function copyStore(options: CopyOptions): Promise<CopiedStore> {
  const { source, target } = options
  const end = await lastKey(source, BEHIND_ALL)
  invariant(end === undefined || end.compare(STAMP_KEY) <= 0, 'keys are behind that of the stamp')
  const stamp = await source.stamp()
  // From the beginning: a copy that was cut off tells of which state it is.
  await target.apply([], stamp)
  const last = await lastKey(target, STAMP_KEY)
  const copied = await copyBehind(last, options)
  await target.flush()
  const written = await digestOf(options)
  const isStamped = (await target.stamp()) === stamp
  if (written.digest !== copied.digest || !isStamped) throw new StoresDifferError(copied, written)
  return copied
}

/** The copy is not what was read: neither of them can be trusted. */
export class StoresDifferError extends DataFolderError {
  readonly wasResumed: boolean

  constructor(read: CopiedStore, written: StoreContents) {
    super(
      'damaged',
      `The copy has ${written.entries} entries with the digest ${written.digest}, not ${read.entries} with ${read.digest}. It has been removed, and the store is as it was. Run the command again; if this repeats, disk or memory are suspect.`,
    )
    this.wasResumed = read.resumed > 0
  }
}

/** All of the source is read for its digest, and what is behind the target's last key is written. */
async function copyBehind(last: Buffer | undefined, options: CopyOptions): Promise<CopiedStore> {
  const { source, target, flushBytes = storeLimits.MIGRATION_FLUSH_BYTES } = options
  const digest = new StoreDigest()
  let resumed = 0
  let unflushed = 0
  let underWay: Promise<void> = Promise.resolve()
  let flushing: Promise<void> = Promise.resolve()
  for await (const entries of readEntries(source, STAMP_KEY)) {
    const from = digest.bytes
    digest.add(entries)
    const missing = last === undefined ? entries : entriesBehind(last, entries)
    resumed += entries.length - missing.length
    if (missing.length > 0) unflushed += digest.bytes - from
    await underWay
    // The next entries are read meanwhile. A failure is thrown where it is awaited.
    underWay = target.apply(missing.map(putOf))
    underWay.catch(() => {})
    options.onProgress?.({ step: 'copied', entries: digest.entries, bytes: digest.bytes })
    if (unflushed < flushBytes) continue
    unflushed = 0
    await underWay
    await flushing
    flushing = target.flush()
    flushing.catch(() => {})
  }
  await underWay
  await flushing
  return { ...digest.contents(), resumed }
}

const entriesBehind = (last: Buffer, entries: readonly Entry[]): Entry[] =>
  entries.filter(({ key }) => key.compare(last) > 0)

const putOf = ({ key, value }: Entry): StoreMutation => ({ kind: 'put', key, value })

async function digestOf({ target, onProgress }: CopyOptions): Promise<StoreContents> {
  const digest = new StoreDigest()
  for await (const entries of readEntries(target, STAMP_KEY)) {
    digest.add(entries)
    onProgress?.({ step: 'compared', entries: digest.entries, bytes: digest.bytes })
  }
  return digest.contents()
}
