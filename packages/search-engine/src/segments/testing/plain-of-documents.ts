import type { Document, FieldValue, LevelDocument } from '../../documents/document.js'
import type { FieldLayout, IndexLayout, LevelLayout } from '../../schema/index-layout.js'
import { encodeLat, encodeLon } from '../../values/geo-encoding.js'
import { POSITION_GAP } from '../build/text-builder.js'
import {
  type PlainChildren,
  type PlainField,
  type PlainLevel,
  type PlainSegment,
  type PlainTerm,
  plainBytes,
  plainNumber,
} from './plain-level.js'
import { positionOfWord } from './split-test-words.js'

/**
 * The expected content of a segment of these documents, which are in the segment's order, one per key.
 */
export const plainOfDocuments = (
  layout: IndexLayout,
  documents: readonly Document[],
): PlainSegment => ({
  keys: documents.map(({ key }) => plainBytes(key)),
  expiry: documents.some(({ expiresAt }) => expiresAt !== undefined)
    ? documents.map(({ expiresAt }) => expiresAt ?? Number.POSITIVE_INFINITY)
    : undefined,
  fingerprints: documents.flatMap(({ facts }) => {
    const { high, low } = facts?.fingerprint ?? { high: 0, low: 0 }
    return [high, low]
  }),
  misfits: plainMisfits(documents),
  rows: plainLevel(
    layout.rows,
    documents.map(({ level }) => level),
  ),
})

const plainMisfits = (documents: readonly Document[]): Record<string, number[]> => {
  const misfits: Record<string, number[]> = {}
  for (const [row, { facts }] of documents.entries())
    for (const field of facts?.misfits ?? []) (misfits[field] ??= []).push(row)
  return misfits
}

const plainLevel = (layout: LevelLayout, documents: readonly LevelDocument[]): PlainLevel => {
  const fields = layout.fields.flatMap((field) => {
    const values = documents.map((document) => document.values[field.number] ?? [])
    const isThere = values.some((list) => list.length > 0) && (field.isIndexed || field.hasColumn)
    return isThere ? [[field.name, plainField(field, values)] as const] : []
  })
  const children = layout.children.flatMap((child, number) => {
    const plain = plainChildren(
      child,
      documents.map((document) => document.children[number] ?? []),
    )
    return plain.level.documents === 0 ? [] : [[child.path, plain] as const]
  })
  return {
    documents: documents.length,
    fields: Object.fromEntries(fields),
    children: Object.fromEntries(children),
  }
}

const plainChildren = (
  layout: LevelLayout,
  byParent: readonly (readonly LevelDocument[])[],
): PlainChildren => {
  const starts = [0]
  for (const list of byParent) starts.push((starts.at(-1) ?? 0) + list.length)
  return {
    parents: byParent.flatMap((list, parent) => list.map(() => parent)),
    starts,
    level: plainLevel(layout, byParent.flat()),
  }
}

type Lists = readonly (readonly FieldValue[])[]

const plainField = (field: FieldLayout, values: Lists): PlainField => {
  const shape = {
    documentsWithValue: values.filter((list) => list.length > 0).length,
    present: values.map((list) => list.length > 0),
    column: undefined,
    order: undefined,
    terms: undefined,
    lengths: undefined,
  }
  switch (field.type) {
    case 'TEXT':
      return { ...shape, ...plainText(values.map((list) => list.map(textOf))) }
    case 'KEYWORD':
    case 'FUZZY_KEYWORD':
    case 'IP': {
      const lists = values.map((list) => [...new Set(list.map(termOf))].toSorted())
      return { ...shape, column: field.hasColumn ? lists : undefined, terms: plainTerms(lists) }
    }
    case 'GEO_POINT':
    case 'VECTOR':
      return { ...shape, column: values.map((list) => list.map(plainShape)) }
    default:
      return { ...shape, ...plainNumbers(field, values) }
  }
}

const termOf = (value: FieldValue): string =>
  plainBytes(value instanceof Uint8Array ? value : Buffer.from(textOf(value)))

const textOf = (value: FieldValue): string => {
  if (typeof value !== 'string') throw new TypeError('no text')
  return value
}

const plainShape = (value: FieldValue): string => {
  if (value instanceof Float32Array) return value.join()
  if (typeof value === 'object' && 'lat' in value)
    return `${encodeLat(value.lat)} ${encodeLon(value.lon)}`
  throw new TypeError('neither a point nor a vector')
}

const plainNumbers = (field: FieldLayout, values: Lists): Partial<PlainField> => {
  const lists = values.map((list) =>
    list.map((value) => {
      if (typeof value !== 'number' && typeof value !== 'bigint') throw new TypeError('no number')
      return field.type === 'DOUBLE' ? value : BigInt(value)
    }),
  )
  const pairs = lists.flatMap((list, document) => list.map((value) => ({ value, document })))
  const sorted = pairs.toSorted((a, b) => Number(a.value > b.value) - Number(a.value < b.value))
  return {
    column: field.hasColumn ? lists.map((list) => list.map(plainNumber)) : undefined,
    order: field.isIndexed
      ? sorted.map(({ value, document }) => [plainNumber(value), document] as const)
      : undefined,
  }
}

/** Hexadecimal texts sort as the bytes do. */
const plainTerms = (lists: readonly (readonly string[])[]): PlainTerm[] => {
  const documents = new Map<string, number[]>()
  lists.forEach((list, document) => {
    for (const term of list) documents.set(term, [...(documents.get(term) ?? []), document])
  })
  return [...documents.keys()]
    .toSorted()
    .map((term) => ({ term, documents: documents.get(term) ?? [], positions: undefined }))
}

const plainText = (texts: readonly (readonly string[])[]): Partial<PlainField> => {
  const found = new Map<string, Map<number, number[]>>()
  const lengths = texts.map((list, document) => {
    let base = 0
    let length = 0
    for (const text of list) {
      const words = text.split(' ').filter((word) => word !== '')
      words.forEach((word, index) => {
        const term = plainBytes(Buffer.from(word))
        const byDocument = found.get(term) ?? new Map<number, number[]>()
        const positions = byDocument.get(document) ?? []
        found.set(term, byDocument.set(document, [...positions, base + positionOfWord(index)]))
      })
      length += words.length
      base += POSITION_GAP + (words.length === 0 ? 0 : positionOfWord(words.length - 1) + 1)
    }
    return length
  })
  const terms = [...found.keys()].toSorted().map((term) => {
    const byDocument = found.get(term) ?? new Map<number, number[]>()
    return { term, documents: [...byDocument.keys()], positions: [...byDocument.values()] }
  })
  return { lengths, terms }
}
