import type { Document } from '../documents/document.js'
import type { IndexFolder } from './index-folder.js'
import type { IndexManifest } from './index-manifest.js'
import { type LiveSegment, diedSince, freshSegment, withoutDocuments } from './live-segment.js'
import { chooseMerge } from './merge-policy.js'
import type { SegmentReader } from '../segments/segment-reader.js'
import type { SegmentFormat } from './segment-format.js'

/** A merge under way: what it reads never changes. */
export interface MergeJob {
  readonly id: number
  readonly sources: readonly LiveSegment[]
}

/**
 * One index as its only writer sees it. Images of rows wait in memory until `seal` makes a searchable segment
 * of them; `commit` makes everything sealed durable, together with the position of the feed that it covers.
 */
export class IndexWriter {
  readonly #format: SegmentFormat
  readonly #folder: IndexFolder
  /** By key as latin1 text; undefined: the row is gone. */
  readonly #waiting = new Map<string, Document | undefined>()
  readonly #misfits: Map<string, number>
  readonly #merging = new Set<number>()
  #segments: readonly LiveSegment[]
  #nextSegment: number
  #applied: number
  #sealed: number
  #durable: number
  /** The feeder's note, as of what is taken in and of what is sealed. */
  #note: Buffer
  #sealedNote: Buffer

  constructor(
    format: SegmentFormat,
    folder: IndexFolder,
    manifest: IndexManifest,
    segments: readonly LiveSegment[],
  ) {
    this.#format = format
    this.#folder = folder
    this.#segments = segments
    this.#misfits = new Map(manifest.misfits)
    this.#nextSegment = manifest.nextSegment
    this.#applied = manifest.position
    this.#sealed = manifest.position
    this.#durable = manifest.position
    this.#note = manifest.note
    this.#sealedNote = manifest.note
  }

  /** What a search sees from now on. */
  get segments(): readonly LiveSegment[] {
    return this.#segments
  }

  get waiting(): number {
    return this.#waiting.size
  }

  /** Positions of the feed: taken in, searchable, and safe. */
  get positions(): { readonly applied: number; readonly sealed: number; readonly durable: number } {
    return { applied: this.#applied, sealed: this.#sealed, durable: this.#durable }
  }

  get misfits(): ReadonlyMap<string, number> {
    return this.#misfits
  }

  get note(): Buffer {
    return this.#note
  }

  put(document: Document): void {
    this.#waiting.set(nameOf(document.key), document)
  }

  remove(key: Uint8Array): void {
    this.#waiting.set(nameOf(key), undefined)
  }

  countMisfit(field: string): void {
    this.#misfits.set(field, (this.#misfits.get(field) ?? 0) + 1)
  }

  /** Everything put and removed so far is the feed up to `position`. */
  advance(position: number, note: Buffer = this.#note): void {
    this.#applied = Math.max(this.#applied, position)
    this.#note = note
  }

  /** Makes what waits searchable; false when nothing did. */
  seal(): boolean {
    this.#sealed = this.#applied
    this.#sealedNote = this.#note
    if (this.#waiting.size === 0) return false
    const documents: Document[] = []
    for (const document of this.#waiting.values()) {
      if (document !== undefined) documents.push(document)
    }
    const keys = [...this.#waiting.keys()].map((name) => Buffer.from(name, 'latin1'))
    const kept = this.#segments.map((segment) => withoutKeys(segment, keys))
    if (documents.length > 0) kept.push(this.#make((id) => this.#format.build(id, documents)))
    this.#segments = kept.filter(({ liveCount }) => liveCount > 0)
    this.#waiting.clear()
    return true
  }

  /** The next merge that is worth it; its sources are left alone until `finishMerge` or `giveUpMerge`. */
  startMerge(): MergeJob | undefined {
    const candidates = this.#segments.map(({ segment, liveCount }) => ({
      id: segment.id,
      documents: segment.rows.documents,
      live: liveCount,
    }))
    const chosen = new Set(chooseMerge(candidates, this.#merging))
    if (chosen.size === 0) return undefined
    for (const id of chosen) this.#merging.add(id)
    const sources = this.#segments.filter(({ segment }) => chosen.has(segment.id))
    return { id: this.#nextSegment++, sources }
  }

  /** Puts the merged segment in the place of its sources, without what was deleted from them meanwhile. */
  finishMerge({ id, sources }: MergeJob, bytes: Uint8Array): void {
    let merged = freshSegment(this.#open(id, bytes), bytes)
    const now = new Map(this.#segments.map((segment) => [segment.segment.id, segment]))
    const died: number[] = []
    for (const source of sources) {
      const current = now.get(source.segment.id)
      const gone =
        current === undefined
          ? diedSince(source, { ...source, live: new Uint32Array(0), liveCount: 0 })
          : diedSince(source, current)
      for (const document of gone) {
        const place = merged.segment.find(source.segment.key(document))
        if (place >= 0) died.push(place)
      }
      this.#merging.delete(source.segment.id)
    }
    if (died.length > 0) merged = withoutDocuments(merged, died)
    const replaced = new Set(sources.map(({ segment }) => segment.id))
    const others = this.#segments.filter(({ segment }) => !replaced.has(segment.id))
    this.#segments = merged.liveCount > 0 ? [merged, ...others] : others
  }

  giveUpMerge({ sources }: MergeJob): void {
    for (const { segment } of sources) this.#merging.delete(segment.id)
  }

  /** Everything sealed is durable when it resolves. One call at a time. */
  async commit(): Promise<void> {
    const segments = this.#segments
    const position = this.#sealed
    const saved = await this.#folder.save(segments, {
      position,
      nextSegment: this.#nextSegment,
      misfits: new Map(this.#misfits),
      note: this.#sealedNote,
    })
    this.#durable = position
    this.#segments = this.#segments.map((segment) => afterSave(segment, segments, saved))
  }

  #make(build: (id: number) => Uint8Array): LiveSegment {
    const id = this.#nextSegment++
    const bytes = build(id)
    return freshSegment(this.#open(id, bytes), bytes)
  }

  #open(id: number, bytes: Uint8Array): SegmentReader {
    return this.#format.open(id, bytes, this.#folder.segmentPath(id))
  }
}

function withoutKeys(segment: LiveSegment, keys: readonly Uint8Array[]): LiveSegment {
  const documents: number[] = []
  for (const key of keys) {
    const document = segment.segment.find(key)
    if (document >= 0) documents.push(document)
  }
  return documents.length === 0 ? segment : withoutDocuments(segment, documents)
}

/** What is known of a segment once `saved` is on the disk; deletes that came meanwhile are not. */
function afterSave(
  segment: LiveSegment,
  before: readonly LiveSegment[],
  saved: ReadonlyMap<number, number>,
): LiveSegment {
  const deletes = saved.get(segment.segment.id)
  if (deletes === undefined) return segment
  const then = before.find((one) => one.segment.id === segment.segment.id)
  return {
    ...segment,
    unsaved: undefined,
    deletes,
    hasUnsavedDeletes: then?.live !== segment.live,
  }
}

function nameOf(key: Uint8Array): string {
  return Buffer.from(key.buffer, key.byteOffset, key.length).toString('latin1')
}
