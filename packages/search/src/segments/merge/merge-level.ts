import type { LevelLayout } from '../../schema/index-layout.js'
import { type LevelSummary, levelSection } from '../format/segment-summary.js'
import type { SegmentWriter } from '../format/segment-writer.js'
import { type LevelMap, mapChildren } from '../write/document-map.js'
import { mergeField } from './merge-field.js'
import type { LevelInput } from './merge-input.js'

/** `inputs` are by origin of the map. */
export const mergeLevel = (
  writer: SegmentWriter,
  layout: LevelLayout,
  map: LevelMap,
  inputs: readonly LevelInput[],
): LevelSummary => {
  const fields = layout.fields.map((field) => mergeField(writer, field, map.documents, inputs))
  const children = layout.children.map((child) => mergeChildren(writer, child, map, inputs))
  return {
    path: layout.path,
    documents: map.documents,
    fields: fields.filter((field) => field !== undefined),
    children: children.filter((child) => child !== undefined),
  }
}

const mergeChildren = (
  writer: SegmentWriter,
  layout: LevelLayout,
  parent: LevelMap,
  inputs: readonly LevelInput[],
): LevelSummary | undefined => {
  const children = inputs.map(({ level }) => level?.child(layout.path))
  const map = mapChildren(
    parent,
    children.map((child) => child?.parents ?? new Uint32Array(0)),
  )
  if (map.documents === 0) return undefined
  writer.section(levelSection(layout.path, 'parents'), map.parents)
  writer.section(levelSection(layout.path, 'starts'), map.starts)
  const below = children.map((child, input) => ({
    level: child?.level,
    numbers: map.origins[input]?.numbers ?? new Uint32Array(0),
  }))
  return mergeLevel(writer, layout, map, below)
}
