import { outOfRange } from '@rowhouse/platform'
import type { Document } from '../documents/document.js'
import type { IndexFolder } from './index-folder.js'
import type { IndexManifest } from './index-manifest.js'
import {
  type LiveSegment,
  allDead,
  diedSince,
  freshSegment,
  liveMisfits,
  withoutDocuments,
} from './live-segment.js'
import type { RowIntake } from '../segments/build/row-intake.js'
import type { MergedPlaces } from '../segments/merge/merge-segments.js'
import { DROPPED } from '../segments/write/document-map.js'
import {
  type MergeBounds,
  type MergeCandidate,
  chooseMerge,
  countUnmerged,
} from './merge-policy.js'
import { type IndexPart, PartBuilder } from './part-builder.js'
import type { OpenedSegment, SegmentFormat } from './segment-format.js'
import { WantedKeys } from './wanted-keys.js'

/** A merge in progress: what it reads never changes. */
export interface MergeJob {
  readonly id: number
  readonly sources: readonly LiveSegment[]
}

/** A position of the feed, with its feeder's note there. */
export interface FeedPlace {
  readonly position: number
  readonly note: Buffer
}

export interface MergeResult {
  readonly content: Uint8Array | undefined
  readonly places: MergedPlaces
}

/**
 * One index, as its only writer sees it. Images wait in memory until `seal` makes a searchable
 * segment of them; `commit` makes everything sealed durable, with the position of the feed that it
 * covers.
 */
export class IndexWriter {
  readonly #format: SegmentFormat
  readonly #folder: IndexFolder
  #waiting: PartBuilder
  /** The misfits of segments that were counted before. */
  readonly #misfits = new WeakMap<LiveSegment, ReadonlyMap<string, number>>()
  readonly #merging = new Map<number, MergeJob>()
  readonly #opened = new Map<number, Set<OpenedSegment>>()
  #segments: readonly LiveSegment[]
  #nextSegment: number
  /** The searchable place of the feed, and the durable one. */
  #sealed: FeedPlace
  #durable: FeedPlace

  constructor(
    format: SegmentFormat,
    folder: IndexFolder,
    manifest: IndexManifest,
    segments: readonly LiveSegment[],
  ) {
    this.#format = format
    this.#folder = folder
    this.#waiting = new PartBuilder(format.builder())
    this.#segments = segments
    this.#nextSegment = manifest.nextSegment
    const { position, note } = manifest
    this.#sealed = { position, note }
    this.#durable = this.#sealed
    for (const { segment, opened } of segments) this.#opened.set(segment.id, new Set([opened]))
  }

  /** The segments that searches see from now on. */
  get segments(): readonly LiveSegment[] {
    return this.#segments
  }

  /** The images that wait to be sealed. */
  get waiting(): { readonly images: number; readonly bytes: number } {
    const { images, memoryBytes } = this.#waiting
    return { images, bytes: memoryBytes }
  }

  /** The place up to which the feed is searchable. */
  get sealed(): FeedPlace {
    return this.#sealed
  }

  /** The place up to which the feed is durable. */
  get durable(): FeedPlace {
    return this.#durable
  }

  /** The number of live rows with a value that does not fit its field, by field. */
  misfits(): ReadonlyMap<string, number> {
    const counts = new Map<string, number>()
    for (const segment of this.#segments) {
      const ofSegment = this.#misfits.get(segment) ?? liveMisfits(segment)
      this.#misfits.set(segment, ofSegment)
      for (const [field, count] of ofSegment) counts.set(field, (counts.get(field) ?? 0) + count)
    }
    return counts
  }

  put(document: Document): void {
    this.#waiting.put(document)
  }

  get intake(): RowIntake {
    return this.#waiting.intake
  }

  endRow(bytes: Uint8Array, from: number, to: number, expiresAt: number | undefined): void {
    this.#waiting.endRow(bytes, from, to, expiresAt)
  }

  remove(key: Uint8Array): void {
    this.#waiting.remove(key)
  }

  /** Takes what waits as a part, which becomes searchable once everything before it is. */
  takePart(): IndexPart {
    if (this.#waiting.images === 0) return NOTHING
    const part = this.#waiting.finish()
    this.#waiting = new PartBuilder(this.#format.builder())
    return part
  }

  /** Makes what waits searchable, up to a place of the feed. False when there is nothing new. */
  seal(place: FeedPlace): boolean {
    return this.adopt(this.takePart(), place)
  }

  /**
   * Makes a part searchable that is newer than everything before. `place` is where the feed stands
   * with it; undefined when more comes before the next place.
   */
  adopt({ content, removed }: IndexPart, place: FeedPlace | undefined): boolean {
    const hasRows = content !== undefined || removed.length > 0
    if (hasRows) {
      const gone = new WantedKeys()
      for (const key of removed) gone.add(key)
      const fresh = content === undefined ? undefined : this.#fresh(content)
      const changed = new WantedKeys()
      fresh?.segment.eachKey((key) => changed.add(key))
      const older = this.#segments.map((segment) => withoutKeys(segment, [changed, gone]))
      if (fresh !== undefined) older.push(withoutKeys(fresh, [gone]))
      this.#segments = older.filter(({ liveCount }) => liveCount > 0)
      this.#closeUnused()
    }
    const before = this.#sealed
    this.#sealed = place ?? before
    const hasMoved = before.position !== this.#sealed.position || before.note !== this.#sealed.note
    return hasMoved || hasRows
  }

  /** The next worthwhile merge. Its sources are left alone until `finishMerge` or `abandonMerge`. */
  startMerge(bounds: MergeBounds): MergeJob | undefined {
    const busy = new Set<number>()
    for (const job of this.#merging.values()) {
      for (const { segment } of job.sources) busy.add(segment.id)
    }
    const chosen = new Set(chooseMerge(this.#candidates(), busy, bounds))
    if (chosen.size === 0) return undefined
    const sources = this.#segments.filter(({ segment }) => chosen.has(segment.id))
    const job = { id: this.#nextSegment++, sources }
    this.#merging.set(job.id, job)
    return job
  }

  /** The number of segments that merges could still reduce. */
  unmerged(bytesMax: number): number {
    return countUnmerged(this.#candidates(), bytesMax)
  }

  #candidates(): MergeCandidate[] {
    return this.#segments.map(({ segment, liveCount }) => ({
      id: segment.id,
      documents: segment.rows.documents,
      live: liveCount,
      bytes: segment.bytes,
    }))
  }

  /**
   * Replaces the sources by the merged segment, without the documents that were deleted meanwhile.
   * Without `content` it is in its file, synced. `places` are the new places of the sources'
   * documents.
   */
  finishMerge({ id, sources }: MergeJob, { content, places }: MergeResult): void {
    let merged = freshSegment(this.#open(id, content), content)
    const now = new Map(this.#segments.map((segment) => [segment.segment.id, segment]))
    const died: number[] = []
    for (const [number, source] of sources.entries()) {
      const current = now.get(source.segment.id)
      const gone =
        current === undefined ? diedSince(source, allDead(source)) : diedSince(source, current)
      for (const document of gone) {
        const place = places[number]?.[document] ?? outOfRange()
        if (place !== DROPPED) died.push(place)
      }
    }
    if (died.length > 0) merged = withoutDocuments(merged, died)
    const replaced = new Set(sources.map(({ segment }) => segment.id))
    const others = this.#segments.filter(({ segment }) => !replaced.has(segment.id))
    this.#segments = merged.liveCount > 0 ? [merged, ...others] : others
    this.#merging.delete(id)
    this.#closeUnused()
  }

  abandonMerge({ id }: MergeJob): void {
    this.#merging.delete(id)
    this.#closeUnused()
  }

  /** Evicts segments from memory that are in their files, until this many bytes are freed. */
  spill(bytes: number): boolean {
    if (!this.#folder.isOnDisk || bytes <= 0) return false
    let left = bytes
    this.#segments = this.#segments.map((segment) => {
      if (!segment.isSaved || segment.content === undefined || left <= 0) return segment
      left -= segment.content.length
      const opened = this.#open(segment.segment.id, undefined)
      return { ...segment, opened, segment: opened.segment, content: undefined }
    })
    this.#closeUnused()
    return left < bytes
  }

  /** Resolves when everything sealed is durable. One call at a time. */
  async commit(isRead: (id: number) => boolean = () => false): Promise<void> {
    const segments = this.#segments
    const place = this.#sealed
    const saved = await this.#folder.save(
      segments,
      { ...place, nextSegment: this.#nextSegment },
      (id) => isRead(id) || this.#isMerged(id) || this.#has(id),
    )
    this.#durable = place
    this.#segments = this.#segments.map((segment) => afterSave(segment, segments, saved))
  }

  close(): void {
    this.#segments = []
    this.#merging.clear()
    this.#closeUnused()
  }

  /** Whether the segment is being made by a merge, or read by one. */
  #isMerged(id: number): boolean {
    if (this.#merging.has(id)) return true
    const jobs = [...this.#merging.values()]
    return jobs.some(({ sources }) => sources.some(({ segment }) => segment.id === id))
  }

  #has(id: number): boolean {
    return this.#segments.some(({ segment }) => segment.id === id)
  }

  #fresh(content: Uint8Array): LiveSegment {
    return freshSegment(this.#open(this.#nextSegment++, content), content)
  }

  #open(id: number, content: Uint8Array | undefined): OpenedSegment {
    const opened = this.#format.open(id, { path: this.#folder.segmentPath(id), content })
    const all = this.#opened.get(id)
    if (all === undefined) this.#opened.set(id, new Set([opened]))
    else all.add(opened)
    return opened
  }

  /** Closes readers that neither a snapshot of this thread nor a merge uses. */
  #closeUnused(): void {
    const used = new Set(this.#segments.map(({ opened }) => opened))
    for (const { sources } of this.#merging.values()) {
      for (const { opened } of sources) used.add(opened)
    }
    for (const [id, all] of this.#opened) {
      for (const opened of all) {
        if (used.has(opened)) continue
        opened.close()
        all.delete(opened)
      }
      if (all.size === 0) this.#opened.delete(id)
    }
  }
}

const NOTHING: IndexPart = { content: undefined, removed: [] }

function withoutKeys(segment: LiveSegment, wanted: readonly WantedKeys[]): LiveSegment {
  const documents = wanted.flatMap((keys) => keys.placesIn(segment.segment))
  return documents.length === 0 ? segment : withoutDocuments(segment, documents)
}

/** The segment once `saved` is on disk; deletes that came meanwhile are not. */
function afterSave(
  segment: LiveSegment,
  before: readonly LiveSegment[],
  saved: ReadonlyMap<number, number>,
): LiveSegment {
  const deletes = saved.get(segment.segment.id)
  if (deletes === undefined) return segment
  const then = before.find((one) => one.segment.id === segment.segment.id)
  return { ...segment, isSaved: true, deletes, hasUnsavedDeletes: then?.live !== segment.live }
}
