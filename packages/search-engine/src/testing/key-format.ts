import type { Document, LevelDocument } from '../documents/document.js'
import { isAlive } from '../indexes/live-segment.js'
import type { SegmentFormat } from '../indexes/segment-format.js'
import { DROPPED } from '../segments/write/document-map.js'
import type { Level } from '../segments/level.js'
import type { SegmentReader, SegmentView } from '../segments/segment-reader.js'

/** The simplest segment format, for tests of indexes: keys with one value each, as JSON. */
export const keyFormat: SegmentFormat = {
  builder: () => {
    const documents = new Map<string, string>()
    return {
      get documents() {
        return documents.size
      },
      get memoryBytes() {
        return documents.size
      },
      add: ({ key, level }) => documents.set(text(key), valueOf(level)),
      get intake(): never {
        throw new Error('rows come as documents')
      },
      finish: () => encode([...documents]),
    }
  },
  *merge(views, sink) {
    sink.write(encode(views.flatMap(liveEntries)))
    yield
    let next = 0
    return views.map((view) =>
      Uint32Array.from({ length: view.segment.rows.documents }, (_, document) =>
        isAlive(view, document) ? next++ : DROPPED,
      ),
    )
  },
  open: (id, { content }) => {
    if (content === undefined) throw new Error('segments of this format are in memory')
    return { segment: open(id, decode(content)), close: () => undefined }
  },
}

/** A document with one value and nothing else. */
export const keyDocument = (key: string, value: string): Document => ({
  key: Buffer.from(key, 'latin1'),
  level: { values: [[value]], children: [] },
  expiresAt: undefined,
})

const valueOf = ({ values }: LevelDocument): string => {
  const value = values[0]?.[0]
  if (typeof value !== 'string') throw new Error('the value is a text')
  return value
}

/** Keys and values of all live documents. */
export const liveEntries = (view: SegmentView): Entry[] => {
  const { segment } = view
  const entries: Entry[] = []
  for (let document = 0; document < segment.rows.documents; document++) {
    if (!isAlive(view, document)) continue
    if (!isKeySegment(segment)) throw new Error('a segment of another format')
    entries.push([text(segment.key(document)), segment.value(document)])
  }
  return entries
}

type Entry = readonly [key: string, value: string]

interface KeySegment extends SegmentReader {
  value(document: number): string
}

const isKeySegment = (segment: SegmentReader): segment is KeySegment => 'value' in segment

const text = (bytes: Uint8Array | undefined): string => Buffer.from(bytes ?? []).toString('latin1')

const encode = (entries: readonly Entry[]): Uint8Array => Buffer.from(JSON.stringify(entries))

const decode = (bytes: Uint8Array): Entry[] => {
  const parsed: unknown = JSON.parse(Buffer.from(bytes).toString('utf8'))
  if (!Array.isArray(parsed)) throw new Error('a segment is an array')
  return parsed.map((entry: unknown) => {
    if (!Array.isArray(entry)) throw new Error('an entry is an array')
    return [String(entry[0]), String(entry[1])]
  })
}

const open = (id: number, entries: readonly Entry[]): KeySegment => {
  const places = new Map(entries.map(([key], document) => [key, document]))
  const rows: Level = {
    path: '',
    documents: entries.length,
    field: () => undefined,
    child: () => undefined,
  }
  return {
    id,
    rows,
    bytes: encode(entries).length,
    key: (document) => Buffer.from(entries[document]?.[0] ?? '', 'latin1'),
    keys: () => ({
      key: (document) => Buffer.from(entries[document]?.[0] ?? '', 'latin1'),
      lowerBound: undefined,
    }),
    find: (key) => places.get(text(key)) ?? -1,
    finder: () => ({
      hasBetween: () => true,
      mayHave: () => true,
      find: (key) => places.get(text(key)) ?? -1,
    }),
    eachKey: (visit) => {
      for (const [key] of entries) visit(Buffer.from(key, 'latin1'))
    },
    expiry: undefined,
    misfits: () => new Map(),
    value: (document) => entries[document]?.[1] ?? '',
  }
}
