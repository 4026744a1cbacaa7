import type { FieldReader } from '../field-reader.js'
import { type LevelSummary, levelSection } from '../format/segment-summary.js'
import type { ChildLevel, Level } from '../level.js'
import { KeptReaders } from './kept-readers.js'
import { type KeptParts, openField } from './open-field.js'
import type { SectionArrays } from './section-arrays.js'

export const openLevel = (arrays: SectionArrays, summary: LevelSummary): Level => {
  const fields = new Map(summary.fields.map((field) => [field.name, field]))
  const children = new Map(summary.children.map((child) => [child.path, below(arrays, child)]))
  const readers = new KeptReaders<FieldReader>(arrays)
  const kept: KeptParts = { samples: new Map(), steps: new Map() }
  return {
    path: summary.path,
    documents: summary.documents,
    field: (name) => {
      const field = fields.get(name)
      if (field === undefined) return undefined
      return readers.get(name, () => openField(arrays, field, kept))
    },
    child: (path) => children.get(path)?.(),
  }
}

const below = (arrays: SectionArrays, summary: LevelSummary): (() => ChildLevel) => {
  const { path } = summary
  const level = openLevel(arrays, summary)
  const readers = new KeptReaders<ChildLevel>(arrays)
  const open = (): ChildLevel => ({
    level,
    parents: arrays.parts.words(levelSection(path, 'parents')),
    starts: arrays.parts.words(levelSection(path, 'starts')),
  })
  return () => readers.get(path, open)
}
