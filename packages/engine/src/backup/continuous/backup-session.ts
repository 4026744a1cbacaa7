import { crc32 } from 'node:zlib'
import { engineLimits } from '../../limits.js'
import { DATA_FORMAT } from '@rowhouse/store'
import { CONTINUOUS_CURSOR, keptCursors, leastOf } from '../back-up.js'
import { copyLog } from '../copy-log.js'
import { STORE_MANIFEST_NAME } from '../folder-content.js'
import { type LogPiece, type LogPlace, placeBehind } from '../log-piece.js'
import { type SummedContent, SummedObject, writeSummed } from '../summed-object.js'
import { BaseCopier } from './base-copier.js'
import {
  type ContinuousBackupOptions,
  StoreLostError,
  StoreTakenError,
} from './continuous-options.js'
import { retain } from './retain.js'
import {
  type History,
  type OtherVersion,
  type PendingBase,
  type StoreManifest,
  contentsOf,
  encodeStoreManifest,
  readStoreManifest,
} from './store-manifest.js'
import { timesUpTo, withTimesOf } from './times-up-to.js'

export interface SessionStart {
  readonly manifest: StoreManifest
  /** The manifest in the object store; undefined if there is none. */
  readonly content: Buffer | undefined
  /** The place from which the last history lacks the log. */
  readonly place: LogPlace
}

export interface RoundTime {
  readonly now: number
  /** Set if the clock had jumped ahead and has now jumped back. */
  readonly isTakenBack: boolean
  /** How far the clock may be ahead; the retention must not remove anything because of it. */
  readonly doubtedMs: number
}

/**
 * Continues the last history of an object store until something fails; then the state of the store is
 * uncertain.
 */
export class BackupSession {
  readonly #options: ContinuousBackupOptions
  #manifest: StoreManifest
  #content: Buffer | undefined
  #place: LogPlace
  #history: History
  #copier: BaseCopier | undefined
  shippedBytes = 0

  constructor(options: ContinuousBackupOptions, { manifest, content, place }: SessionStart) {
    const history = manifest.histories.at(-1)
    if (history === undefined) throw new Error('a manifest without a history')
    this.#options = options
    this.#manifest = manifest
    this.#content = content
    this.#place = place
    this.#history = history
  }

  get history(): History {
    return this.#history
  }

  /** All histories of the object store as it was written last, in the order of time. */
  get histories(): readonly History[] {
    return this.#manifest.histories
  }

  get shippedEnd(): number {
    return this.#place.position
  }

  /** Ships everything that is visible now. */
  async round({ now, isTakenBack, doubtedMs }: RoundTime): Promise<void> {
    const { store } = this.#options
    const end = store.visibleEnd
    await store.synced()
    const log = await this.#ship(end)
    if (isTakenBack) this.#history = timesUpTo(this.#history, now)
    const coveredUntil = Math.max(this.#history.coveredUntil, now)
    const others = await this.#shipOthers(now, coveredUntil)
    const shipped = { ...this.#history, log, others, coveredUntil }
    const history = this.#withBase(isTakenBack ? timesUpTo(shipped, now) : shipped, now)
    const hasNewBase = history.bases.length > this.#history.bases.length
    await this.#store(history, now - doubtedMs)
    // Told only now: what no manifest names cannot be restored.
    if (hasNewBase) this.#options.onEvent?.({ kind: 'baseDone' })
    const held = log.at(-1)?.start ?? 0
    if (held > (store.cursors().get(CONTINUOUS_CURSOR) ?? 0)) {
      await store.setCursor(CONTINUOUS_CURSOR, held)
    }
  }

  async close(): Promise<void> {
    await this.#copier?.stop()
  }

  /** Ships the new part of the log. A segment that has too many pieces is shipped again as one. */
  async #ship(end: number): Promise<readonly LogPiece[]> {
    const { log } = this.#history
    if (log.length > 0 && end <= this.#place.position) return log
    const { base } = this.#place
    const pieces = log.filter((piece) => piece.base === base && piece.offset > 0).length
    const isMerged = pieces >= engineLimits.BACKUP_LOG_PIECES_MAX
    const from = isMerged ? { base, offset: 0, position: base } : this.#place
    const shipped = await copyLog(this.#options, from, end, ({ start, stop }) => {
      const digits = (position: number): string => String(position).padStart(16, '0')
      const name = `${this.#history.id}.log-${digits(start)}-${digits(stop)}`
      return SummedObject.create(this.#options.objects, name)
    })
    for (const { bytes } of shipped) this.shippedBytes += bytes
    const last = shipped.at(-1)
    if (last !== undefined) this.#place = placeBehind(last)
    if (!isMerged) return [...log, ...shipped]
    const kept = log.filter((piece) => piece.base !== base)
    return [...kept, ...shipped.map((piece) => withTimesOf(log, piece))]
  }

  /**
   * Ships changed other files. Their times follow those of the log, which do not go back with the clock.
   */
  async #shipOthers(now: number, since: number): Promise<readonly OtherVersion[]> {
    const versions = [...this.#history.others]
    for (const { name: target, content } of await this.#options.others()) {
      const known = versions.findLast((version) => version.target === target)
      const isKnown = known?.bytes === content.length && known.checksum === crc32(content)
      if (isKnown) continue
      const name = `${this.#history.id}.other-${target}-${now}-${versions.length}`
      const written: SummedContent = await writeSummed(this.#options.objects, name, (object) =>
        object.append(content),
      )
      versions.push({ target, since, ...written })
    }
    return versions
  }

  /** Adds a base that is complete, or begins one that is due. */
  #withBase(history: History, now: number): History {
    const { pending: stored, ...rest } = history
    const copier = this.#copier
    if (copier !== undefined) {
      const whole = copier.result()
      // A base can be used once its end in the log is shipped.
      if (whole === undefined || whole.end > this.#place.position) {
        return { ...rest, pending: copier.pendingUpTo(this.#place.position) }
      }
      this.#copier = undefined
      return { ...rest, bases: [...rest.bases, whole] }
    }
    const base = stored ?? this.#dueBase(rest, now)
    if (base === undefined) return rest
    const { store, clock, objects, fileBytes } = this.#options
    const from = String(base.from).padStart(16, '0')
    const prefix = `${history.id}.base-${from}-${base.createdAt}.`
    this.#copier = new BaseCopier({ store, clock, objects, prefix, fileBytes }, base)
    this.#options.onEvent?.({ kind: 'baseBegun' })
    return { ...rest, pending: base }
  }

  #dueBase({ bases, log }: History, now: number): PendingBase | undefined {
    const { store, baseEveryMs } = this.#options
    const newest = bases.at(-1)
    if (newest !== undefined) {
      // A base that a wrong clock has dated into the future does not delay the next one.
      const isDue = Math.abs(now - newest.createdAt) >= baseEveryMs
      if (!isDue || store.visibleEnd <= newest.end) return undefined
    }
    const from = store.visibleEnd
    const cursors = keptCursors(this.#options)
    const least = leastOf(cursors, from)
    const heads = log.filter(({ offset }) => offset === 0)
    const first = heads.findLast(({ start }) => start <= least) ?? heads[0]
    const logStart = first?.start ?? from
    const base = { dataFormat: DATA_FORMAT, createdAt: now, from, logStart, cursors }
    return { ...base, entries: 0, files: [] }
  }

  /** Stores the manifest, then deletes the objects that it no longer names. */
  async #store(history: History, now: number): Promise<void> {
    const { objects, retentionMs } = this.#options
    const before = this.#manifest
    const histories = [...before.histories.slice(0, -1), history]
    const after = retain({ ...before, histories }, now - retentionMs)
    const content = encodeStoreManifest(after)
    const found = await readStoreManifest(objects)
    if (found === undefined && this.#content !== undefined) throw new StoreLostError()
    if (!isSame(found, this.#content)) throw new StoreTakenError()
    await objects.put(STORE_MANIFEST_NAME, content)
    this.#content = content
    this.#manifest = after
    this.#history = after.histories.at(-1) ?? history
    const named = new Set([...contentsOf(after)].map(({ name }) => name))
    for (const { name } of contentsOf(before)) if (!named.has(name)) await objects.delete(name)
  }
}

const isSame = (one: Buffer | undefined, other: Buffer | undefined): boolean =>
  one === undefined || other === undefined ? one === other : one.equals(other)
