import { outOfRange } from '@rowhouse/platform'
import { errors, type ExistsQuery } from '@rowhouse/protocol'
import type { Level } from '../segments/level.js'
import { compiledBool } from './bool.js'
import { constantScore } from './const-score.js'
import { addAll, matchAllQuery } from './match-all.js'
import { nestedOver } from './nested.js'
import { noneQuery } from './none.js'
import type { Query, Weight } from './query.js'
import { isBelow, queryError, type QueryScope } from './scope.js'
import { AllDocuments } from './walks/all-documents.js'
import { BitsWalk } from './walks/bits-walk.js'

/**
 * Documents with a value in the field, or with anything in a nested or JSON container; scores 1. No
 * document has a value in a field that the index lacks.
 */
export function compileExists({ fieldName }: ExistsQuery, scope: QueryScope): Query {
  const field = scope.layout.fields.get(fieldName)
  if (field === undefined) return existsInContainer(fieldName, scope)
  if (field.level !== scope.level.path) {
    throw queryError(`[EXISTS_QUERY] field: ${fieldName} is not on the level of the query`)
  }
  if (!field.isIndexed) throw errors.fieldNotIndexed()
  return existsQuery(fieldName)
}

function existsInContainer(path: string, scope: QueryScope): Query {
  const { layout, level } = scope
  if (layout.levels.has(path) && isBelow(layout, path, level.path)) {
    const any = nestedOver(scope, path, matchAllQuery(), { scoreMode: 'NONE', weight: 1 })
    return constantScore(any, 1)
  }
  const parts = level.fields.filter(({ name }) => name.startsWith(`${path}.`))
  if (parts.length === 0) return noneQuery()
  const any = compiledBool({ should: parts.map(({ name }) => existsQuery(name)) })
  return constantScore(any, 1)
}

export function existsQuery(fieldName: string): Query {
  return { weight: () => existsWeight(fieldName) }
}

function existsWeight(fieldName: string): Weight {
  const fieldOf = (level: Level) => {
    const field = level.field(fieldName)
    return field === undefined || field.documentsWithValue === 0 ? undefined : field
  }
  return {
    scorer: (_, level) => {
      const field = fieldOf(level)
      if (field === undefined) return undefined
      const { present, documentsWithValue } = field
      if (present === undefined) return new AllDocuments(level.documents, 1)
      return new BitsWalk(present, documentsWithValue, 1)
    },
    count: (_, level) => fieldOf(level)?.documentsWithValue ?? 0,
    addTo: (_, level, bits) => {
      const field = fieldOf(level)
      if (field === undefined) return
      const { present } = field
      if (present === undefined) addAll(level.documents, bits)
      else
        for (const [index, word] of present.entries())
          bits[index] = (bits[index] ?? outOfRange()) | word
    },
  }
}
