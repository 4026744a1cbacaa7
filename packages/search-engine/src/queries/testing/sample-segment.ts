import type { Document } from '../../documents/document.js'
import type { IndexLayout } from '../../schema/index-layout.js'
import { SegmentBuilder } from '../../segments/build/segment-builder.js'
import { BufferSource } from '../../segments/read/buffer-source.js'
import { openSegment } from '../../segments/read/open-segment.js'
import { derivedInMemory } from '../../segments/testing/derived-in-memory.js'
import { piecewiseSource } from '../../segments/testing/piecewise-source.js'
import type { SegmentView } from '../../segments/segment-reader.js'
import { setBit, wordsFor } from '../walks/bits-walk.js'
import { sampleAnalyzers } from './sample-index.js'

/**
 * A segment with rows in the given order; `dead` ones are deleted. Every fourth segment is read in
 * pieces where possible, and every second one keeps what is derived of it.
 */
export function sampleView(
  layout: IndexLayout,
  id: number,
  documents: readonly Document[],
  isDead: (document: number) => boolean,
  keyOf: (document: number) => Uint8Array = sampleKey,
): SegmentView {
  const builder = new SegmentBuilder(layout, ({ analyzer }) => {
    if (analyzer === undefined) throw new Error('a text without an analyzer')
    return sampleAnalyzers(analyzer)
  })
  for (const [number, document] of documents.entries()) {
    builder.add({ ...document, key: keyOf(number) })
  }
  const bytes = builder.finish()
  const isWhole = id % 4 !== 1
  const source = isWhole ? new BufferSource(`segment ${id}`, bytes) : piecewiseSource(bytes)
  const segment = openSegment(id, source, id % 2 === 0 ? derivedInMemory() : undefined)
  const dead = documents.map((_, number) => number).filter(isDead)
  if (dead.length === 0) return { segment, live: undefined, liveCount: documents.length }
  const live = new Uint32Array(wordsFor(documents.length))
  for (const number of documents.keys()) if (!dead.includes(number)) setBit(live, number)
  return { segment, live, liveCount: documents.length - dead.length }
}

/** Ascending, as documents must come. */
export function sampleKey(number: number): Uint8Array {
  const key = Buffer.alloc(4)
  key.writeUInt32BE(number)
  return key
}
