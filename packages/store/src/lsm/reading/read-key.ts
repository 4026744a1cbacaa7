import { type Hash, hashOfKey } from '@rowhouse/platform'
import { type Found, TOMBSTONE } from '../entry-cursor.js'
import { holdsKey } from '../key-span.js'
import { findTable } from '../versions/find-table.js'
import type { Version } from '../versions/store-version.js'

/**
 * The value of a key in a version as of a sequence number: at once where all that it takes is in memory. The
 * caller keeps the version pinned until a promise has settled.
 */
export function readKey(
  version: Version,
  sequence: number,
  key: Buffer,
): Buffer | undefined | Promise<Buffer | undefined> {
  for (const { part } of version.memtables) {
    const found = part.get(key, sequence)
    if (found !== undefined) return valueOf(found)
  }
  return version.runs.length === 0 ? undefined : readRuns(version, 0, key, hashOfKey(key))
}

function readRuns(
  version: Version,
  from: number,
  key: Buffer,
  hash: Hash,
): Buffer | undefined | Promise<Buffer | undefined> {
  for (let at = from; at < version.runs.length; at++) {
    const run = version.runs[at]
    if (run === undefined) return undefined
    const goOn = (found: Found) => {
      if (found !== undefined) return valueOf(found)
      if (holdsKey(run.rangeTombstones, key, 0, key.length)) return undefined
      return readRuns(version, at + 1, key, hash)
    }
    const found = findTable(run, key)?.reader.get(key, hash)
    if (found instanceof Promise) return found.then(goOn)
    if (found !== undefined) return valueOf(found)
    if (holdsKey(run.rangeTombstones, key, 0, key.length)) return undefined
  }
  return undefined
}

const valueOf = (found: Buffer | typeof TOMBSTONE): Buffer | undefined =>
  found === TOMBSTONE ? undefined : found
