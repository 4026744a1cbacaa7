import { CONTINUOUS_CURSOR, keptCursors, leastOf } from '../back-up.js'
import { BackupError } from '../backup-error.js'
import { findPlace, holdsPiece } from '../copy-log.js'
import { STORE_MANIFEST_NAME } from '../folder-content.js'
import { type LogPiece, placeBehind } from '../log-piece.js'
import { BackupSession } from './backup-session.js'
import {
  type ContinuousBackupOptions,
  StoreLostError,
  StoreTakenError,
} from './continuous-options.js'
import {
  type History,
  type StoreManifest,
  contentsOf,
  decodeStoreManifest,
  readStoreManifest,
} from './store-manifest.js'

const OBJECT_NAME = /^[0-9a-f]{8}\.(?:log|base|other)-/

/** Continues the last history if the log still has its end; otherwise begins a new history. */
export async function openSession(
  options: ContinuousBackupOptions,
  writer: string,
  hasWritten: boolean,
): Promise<BackupSession> {
  const { objects, onEvent } = options
  const content = await readStoreManifest(objects)
  const known = content === undefined ? undefined : decodeStoreManifest(content)
  if (hasWritten && known === undefined) throw new StoreLostError()
  if (hasWritten && known?.writer !== writer) throw new StoreTakenError()
  await tidy(options, known)
  const manifest = { writer, histories: known?.histories ?? [] }
  const last = manifest.histories.at(-1)
  const piece = last?.log.at(-1)
  if (piece === undefined || !(await canContinue(options, piece))) {
    return begin(options, manifest, content)
  }
  onEvent?.({ kind: 'resumed' })
  return new BackupSession(options, { manifest, content, place: placeBehind(piece) })
}

/** Removes objects that the manifest does not name; refuses a folder with foreign files. */
async function tidy(
  { objects }: ContinuousBackupOptions,
  known: StoreManifest | undefined,
): Promise<void> {
  const named = new Set([STORE_MANIFEST_NAME])
  if (known !== undefined) for (const { name } of contentsOf(known)) named.add(name)
  const unnamed = (await objects.list('')).filter(({ name }) => !named.has(name))
  const foreign = unnamed.find(({ name }) => !OBJECT_NAME.test(name))
  if (foreign !== undefined) {
    const what = `it holds ${foreign.name}, which is no part of one`
    throw new BackupError(`the store of the continuous backup must be its own: ${what}`)
  }
  await objects.tidy()
  for (const { name } of unnamed) await objects.delete(name)
}

/** Whether the last piece comes from this store's log. */
async function canContinue(options: ContinuousBackupOptions, last: LogPiece): Promise<boolean> {
  const { store, onEvent } = options
  // The data folder was restored, and its log ends earlier.
  if (last.end > store.visibleEnd) return false
  // The cursor is set first, so that the log is not trimmed during the check.
  await store.setCursor(CONTINUOUS_CURSOR, last.start)
  const isHeld = await holdsPiece(options, last)
  if (!isHeld) onEvent?.({ kind: 'gap' })
  return isHeld
}

async function begin(
  options: ContinuousBackupOptions,
  { writer, histories }: StoreManifest,
  content: Buffer | undefined,
): Promise<BackupSession> {
  const { store, clock, random, onEvent } = options
  const from = store.visibleEnd
  const wanted = leastOf(keptCursors(options), from)
  await store.setCursor(CONTINUOUS_CURSOR, wanted)
  const place = await findPlace(options, wanted)
  if (place === undefined || place.position > from) {
    throw new BackupError('the commit log has no segment to begin with')
  }
  const history: History = {
    id: random.bytes(4).toString('hex'),
    coveredUntil: clock.now(),
    bases: [],
    log: [],
    others: [],
  }
  onEvent?.({ kind: 'begun' })
  const manifest = { writer, histories: [...histories, history] }
  return new BackupSession(options, { manifest, content, place })
}
