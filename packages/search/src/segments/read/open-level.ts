import { type LevelSummary, levelSection } from '../format/segment-summary.js'
import type { ChildLevel, Level } from '../level.js'
import { openField } from './open-field.js'
import type { SectionArrays } from './section-arrays.js'

export const openLevel = (arrays: SectionArrays, summary: LevelSummary): Level => {
  const fields = new Map(summary.fields.map((field) => [field.name, field]))
  const children = new Map(summary.children.map((child) => [child.path, child]))
  return {
    path: summary.path,
    documents: summary.documents,
    field: (name) => {
      const field = fields.get(name)
      return field === undefined ? undefined : openField(arrays, field)
    },
    child: (path) => {
      const child = children.get(path)
      return child === undefined ? undefined : openChild(arrays, child)
    },
  }
}

const openChild = (arrays: SectionArrays, summary: LevelSummary): ChildLevel => ({
  level: openLevel(arrays, summary),
  parents: arrays.words(levelSection(summary.path, 'parents')),
  starts: arrays.words(levelSection(summary.path, 'starts')),
})
