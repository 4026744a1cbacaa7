import { errors, type FieldSchema, limits } from '@rowhouse/protocol'
import type { AnalyzerChoice } from './index-layout.js'
import { schemaError } from './schema-error.js'

const MIN_CHARS_DEFAULT = 1
const MAX_CHARS_DEFAULT = 3

/** A TEXT field without an analyzer has single_word, as DescribeSearchIndex says in the Python SDK's test. */
export function compileAnalyzer(field: FieldSchema, name: string): AnalyzerChoice | undefined {
  const { analyzer, analyzerParameter } = field
  if (field.fieldType !== 'TEXT') {
    if (analyzer === undefined) return undefined
    throw schemaError(`analyzer is only supported for TEXT, field: ${name}`)
  }
  switch (analyzer) {
    case undefined:
    case 'single_word': {
      const given = analyzerParameter?.kind === 'single_word' ? analyzerParameter : undefined
      const { caseSensitive = false, delimitWord = false } = given ?? {}
      return { name: 'single_word', caseSensitive, delimitWord }
    }
    case 'split': {
      const given = analyzerParameter?.kind === 'split' ? analyzerParameter : undefined
      const { delimiter, caseSensitive = false } = given ?? {}
      return { name: 'split', delimiter, caseSensitive }
    }
    case 'min_word':
    case 'max_word':
      return { name: analyzer }
    case 'fuzzy':
      return fuzzyChoice(field)
    default:
      throw errors.invalidSearchParameter('field_schema.analyzer', analyzer)
  }
}

function fuzzyChoice({ analyzerParameter }: FieldSchema): AnalyzerChoice {
  const given = analyzerParameter?.kind === 'fuzzy' ? analyzerParameter : undefined
  const minChars = given?.minChars ?? MIN_CHARS_DEFAULT
  const maxChars = given?.maxChars ?? Math.max(MAX_CHARS_DEFAULT, minChars)
  if (minChars < 1) throw errors.invalidSearchParameter('fuzzy_analyzer.min_chars', minChars)
  if (maxChars < minChars || maxChars - minChars > limits.SEARCH_FUZZY_CHARS_SPREAD_MAX) {
    throw errors.invalidSearchParameter('fuzzy_analyzer.max_chars', maxChars)
  }
  return { name: 'fuzzy', minChars, maxChars, caseSensitive: given?.caseSensitive ?? false }
}
