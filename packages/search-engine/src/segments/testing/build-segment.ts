import type { Document } from '../../documents/document.js'
import type { IndexLayout } from '../../schema/index-layout.js'
import { SegmentBuilder } from '../build/segment-builder.js'
import { BufferSource } from '../read/buffer-source.js'
import { type OpenSegment, openSegment } from '../read/open-segment.js'
import { splitWords } from './split-test-words.js'

export const buildSegment = (layout: IndexLayout, documents: readonly Document[]): Uint8Array => {
  const builder = new SegmentBuilder(layout, () => ({ analyze: splitWords }))
  for (const document of documents) builder.add(document)
  return builder.finish()
}

export const segmentOf = (layout: IndexLayout, documents: readonly Document[]): OpenSegment =>
  openSegment(1, new BufferSource('built', buildSegment(layout, documents)))

/** The last document of each key, in the order of keys. */
export const lastByKey = (documents: readonly Document[]): Document[] => {
  const last = new Map(documents.map((document) => [document.key.toString(), document]))
  return [...last.values()].toSorted((a, b) => Buffer.compare(a.key, b.key))
}
