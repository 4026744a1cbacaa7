import { isObjectMissing, type ObjectStore } from '@rowhouse/platform'
import { JsonReader } from '../../tables/json-reader.js'
import { type BaseCopy, readBaseCopy, readContent } from '../backup-manifest.js'
import { type LogPiece, readLogPiece } from '../log-piece.js'
import { decodeSigned, encodeSigned } from '../signed-text.js'
import { STORE_MANIFEST_NAME } from '../folder-content.js'
import type { SummedContent } from '../summed-object.js'

/**
 * The contents of a continuous backup's object store (docs/formats.md, "Continuous backup"). It is replaced
 * as a whole; objects that it does not name are left-overs.
 */
export interface StoreManifest {
  /** The server that wrote it last: a random id that each server chooses when it starts. */
  readonly writer: string
  /** In the order of time; a new history begins where the log could not be followed any more. */
  readonly histories: readonly History[]
}

/** A stretch of one commit log without gaps, and copies of the entries from which it can be replayed. */
export interface History {
  readonly id: string
  /** The history has everything that was acknowledged before this time, in milliseconds since the epoch. */
  readonly coveredUntil: number
  readonly bases: readonly StoredBase[]
  /** A base that is being copied. */
  readonly pending?: PendingBase
  readonly log: readonly LogPiece[]
  /** Other files of the data folder, each version with the time from which it was seen. */
  readonly others: readonly OtherVersion[]
}

export interface StoredBase extends BaseCopy {
  /** The first position of the log at which the base is consistent. */
  readonly end: number
  readonly completedAt: number
}

/** The complete part of a base that is being copied, and its last key in base64. */
export interface PendingBase extends BaseCopy {
  readonly last?: { readonly table: number; readonly key: string }
}

export interface OtherVersion extends SummedContent {
  readonly target: string
  readonly since: number
}

const TITLE = 'rowhouse continuous backup'
const VERSION = 1

export const encodeStoreManifest = (manifest: StoreManifest): Buffer =>
  encodeSigned(TITLE, VERSION, manifest)

/** Undefined when the store has no manifest. */
export async function readStoreManifest(objects: ObjectStore): Promise<Buffer | undefined> {
  return objects.get(STORE_MANIFEST_NAME).catch((error: unknown) => {
    if (isObjectMissing(error)) return undefined
    throw error
  })
}

export function decodeStoreManifest(content: Buffer): StoreManifest {
  const { value } = decodeSigned(content, STORE_MANIFEST_NAME, TITLE, VERSION)
  const record = new JsonReader(value, 'manifest')
  return {
    writer: record.member('writer').string(),
    histories: record.member('histories').list(readHistory),
  }
}

/** All objects that a manifest names. */
export function* contentsOf({ histories }: StoreManifest): Generator<SummedContent> {
  for (const { bases, pending, log, others } of histories) {
    for (const { files } of bases) yield* files
    if (pending !== undefined) yield* pending.files
    yield* log
    yield* others
  }
}

function readHistory(history: JsonReader): History {
  const pending = history.member('pending').optional(readPending)
  return {
    id: history.member('id').string(),
    coveredUntil: history.member('coveredUntil').number(),
    bases: history.member('bases').list((base) => ({
      ...readBaseCopy(base),
      end: base.member('end').number(),
      completedAt: base.member('completedAt').number(),
    })),
    ...(pending !== undefined && { pending }),
    log: history.member('log').list(readLogPiece),
    others: history.member('others').list((other) => ({
      ...readContent(other),
      target: other.member('target').string(),
      since: other.member('since').number(),
    })),
  }
}

function readPending(pending: JsonReader): PendingBase {
  const last = pending.member('last').optional((place) => ({
    table: place.member('table').number(),
    key: place.member('key').string(),
  }))
  return { ...readBaseCopy(pending), ...(last !== undefined && { last }) }
}
