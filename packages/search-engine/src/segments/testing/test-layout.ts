import type {
  FieldLayout,
  IndexLayout,
  IndexSort,
  LeafType,
  LevelLayout,
} from '../../schema/index-layout.js'
import type { RandomNumbers } from './random-numbers.js'

/** A field with the usual settings; `level` is the path of its level. */
export const testField = (
  type: LeafType,
  name: string,
  level: string,
  number: number,
  changes: Partial<FieldLayout> = {},
): FieldLayout => ({
  name,
  level,
  number,
  type,
  isIndexed: true,
  hasColumn: type !== 'TEXT' && type !== 'FUZZY_KEYWORD' && type !== 'VECTOR',
  isArray: true,
  highlights: false,
  sourceColumn: name,
  isVirtual: false,
  analyzer: undefined,
  dateFormats: [],
  vector: type === 'VECTOR' ? { dimension: 3, metric: 'EUCLIDEAN' } : undefined,
  ...changes,
})

export const testLayout = (rows: LevelLayout, sort: readonly IndexSort[] = []): IndexLayout => {
  const fields = new Map<string, FieldLayout>()
  const levels = new Map<string, LevelLayout>()
  const walk = (level: LevelLayout): void => {
    if (level.path !== '') levels.set(level.path, level)
    for (const field of level.fields) fields.set(field.name, field)
    for (const child of level.children) walk(child)
  }
  walk(rows)
  return { rows, fields, levels, storedColumns: [], sort }
}

const TYPES: readonly LeafType[] = [
  'LONG',
  'DOUBLE',
  'BOOLEAN',
  'KEYWORD',
  'FUZZY_KEYWORD',
  'TEXT',
  'DATE',
  'GEO_POINT',
  'IP',
  'VECTOR',
]

/** A level with some field of every type, with any settings, and levels below. */
export const randomLevel = (
  random: RandomNumbers,
  path: string,
  parent: string | undefined,
  depth: number,
): LevelLayout => {
  const fields: FieldLayout[] = []
  for (const type of TYPES) {
    if (random.chance(0.3)) continue
    const name = `${path === '' ? '' : `${path}.`}${type.toLowerCase()}/${fields.length}`
    const isIndexed = random.chance(0.8)
    const canHaveColumn = type !== 'TEXT' && type !== 'VECTOR'
    const hasColumn = canHaveColumn && random.chance(isIndexed ? 0.7 : 0.9)
    fields.push(testField(type, name, path, fields.length, { isIndexed, hasColumn }))
  }
  const children = Array.from({ length: depth === 0 ? 0 : random.below(3) }, (_, index) => {
    const below = path === '' ? `n${index}` : `${path}.n${index}`
    return randomLevel(random, below, path, depth - 1)
  })
  return { path, parent, fields, children }
}
