import type { SegmentFormat, SegmentPlace } from '../indexes/segment-format.js'
import type { Analyzer } from '../analyzers/analyzer.js'
import type { AnalyzerChoice, IndexLayout } from '../schema/index-layout.js'
import { SegmentBuilder } from '../segments/build/segment-builder.js'
import type { MergeInput } from '../segments/merge/merge-input.js'
import { mergeInSteps } from '../segments/merge/merge-segments.js'
import { BufferSource } from '../segments/read/buffer-source.js'
import { DerivedSections } from '../segments/read/derived-sections.js'
import { FileSource } from '../segments/read/file-source.js'
import { type OpenSegment, openSegment } from '../segments/read/open-segment.js'
import type { SectionCache } from '../segments/read/section-cache.js'
import type { SegmentView } from '../segments/segment-reader.js'
import { SharedSink } from './threads/shared-sink.js'

/** The format of an index's segments: packed columns and posting lists. */
export function packedFormat(
  layout: IndexLayout,
  analyzerOf: (choice: AnalyzerChoice) => Analyzer,
  cache: SectionCache,
): SegmentFormat {
  return {
    builder() {
      const builder = new SegmentBuilder(layout, ({ name, analyzer }) => {
        if (analyzer === undefined) throw new Error(`the text field ${name} has no analyzer`)
        return analyzerOf(analyzer)
      })
      return {
        get documents() {
          return builder.documents
        },
        get memoryBytes() {
          return builder.memoryBytes
        },
        add: (document) => builder.add(document),
        get intake() {
          return builder.intake
        },
        finish() {
          const sink = new SharedSink()
          builder.write(sink)
          return sink.take()
        },
      }
    },
    *merge(views, sink) {
      const { places } = yield* mergeInSteps(layout, views.map(mergeInput), sink)
      return places
    },
    open: (id, place) => openPacked(id, place, cache),
  }
}

export interface OpenedPacked {
  readonly segment: OpenSegment
  /** The bytes that the cache holds of its file. */
  cachedBytes(): number
  close(): void
}

export function openPacked(
  id: number,
  { path, content }: SegmentPlace,
  cache: SectionCache,
): OpenedPacked {
  if (content !== undefined) {
    const segment = openSegment(id, new BufferSource(path, content))
    return { segment, cachedBytes: () => 0, close: () => undefined }
  }
  const source = new FileSource(path, cache)
  const derived = new DerivedSections(cache, path)
  try {
    return {
      segment: openSegment(id, source, derived),
      cachedBytes: () => source.cachedBytes + derived.bytes,
      close: () => {
        derived.close()
        source.close()
      },
    }
  } catch (error) {
    source.close()
    throw error
  }
}

function mergeInput({ segment, live }: SegmentView): MergeInput {
  if (!isPacked(segment)) throw new Error('a segment of another format')
  return { segment, live }
}

function isPacked(segment: SegmentView['segment']): segment is OpenSegment {
  return 'arrays' in segment
}
