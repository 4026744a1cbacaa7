import { expectDefined } from '@rowhouse/platform'
import type { LevelLayout } from '../../schema/index-layout.js'
import { type FieldSummary, type LevelSummary, levelSection } from '../format/segment-summary.js'
import type { SegmentWriter } from '../format/segment-writer.js'
import { type LevelMap, mapChildren } from '../write/document-map.js'
import { mergeField } from './merge-field.js'
import type { LevelInput } from './merge-input.js'

/** `inputs` are by origin of the map. Yields after each field. */
export function* mergeLevel(
  writer: SegmentWriter,
  layout: LevelLayout,
  map: LevelMap,
  inputs: readonly LevelInput[],
): Generator<void, LevelSummary> {
  const fields: FieldSummary[] = []
  const children: LevelSummary[] = []
  for (const field of layout.fields) {
    const summary = mergeField(writer, field, map.documents, inputs)
    if (summary === undefined) continue
    fields.push(summary)
    yield
  }
  for (const child of layout.children) {
    const summary = yield* mergeChildren(writer, child, map, inputs)
    if (summary !== undefined) children.push(summary)
  }
  return { path: layout.path, documents: map.documents, fields, children }
}

function* mergeChildren(
  writer: SegmentWriter,
  layout: LevelLayout,
  parent: LevelMap,
  inputs: readonly LevelInput[],
): Generator<void, LevelSummary | undefined> {
  const children = inputs.map(({ level }) => level?.child(layout.path))
  const map = mapChildren(
    parent,
    children.map((child) => child?.parents.subarray(0, child.parents.length) ?? NOBODY),
  )
  if (map.documents === 0) return undefined
  writer.section(levelSection(layout.path, 'parents'), map.parents)
  writer.section(levelSection(layout.path, 'starts'), map.starts)
  const below = children.map((child, input) => ({
    level: child?.level,
    numbers: expectDefined(map.origins[input], 'every input has a map').numbers,
  }))
  return yield* mergeLevel(writer, layout, map, below)
}

const NOBODY = new Uint32Array(0)
