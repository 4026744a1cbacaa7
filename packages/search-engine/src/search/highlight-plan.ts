import { type Highlight, type Query, errors } from '@rowhouse/protocol'
import type { Analyzer } from '../analyzers/analyzer.js'
import type { HighlightOptions } from '../highlight/highlight-text.js'
import { type WantedWords, wantedWords } from '../highlight/wanted-words.js'
import { type QueryScope, queryError } from '../queries/scope.js'
import type { FieldLayout } from '../schema/index-layout.js'
import { leavesOf } from './query-leaves.js'

/** One field to highlight: what is searched for in it, and how it is shown. */
export interface HighlightedField {
  readonly field: FieldLayout
  readonly analyzer: Analyzer
  readonly wanted: WantedWords
  readonly options: HighlightOptions
}

const FRAGMENTS_DEFAULT = 1

/** Undefined when nothing is highlighted. A field that the query does not search has no fragments. */
export function planHighlight(
  highlight: Highlight | undefined,
  asked: Query,
  scope: QueryScope,
): readonly HighlightedField[] | undefined {
  if (highlight === undefined) return undefined
  const leaves = leavesOf(asked)
  return highlight.parameters.map(({ fieldName, ...parameter }) => {
    const { field, analyzer } = highlightable(scope, fieldName)
    return {
      field,
      analyzer,
      wanted: wantedWords(leaves, fieldName, analyzer),
      options: {
        fragmentSize: parameter.fragmentSize,
        numberOfFragments: parameter.numberOfFragments ?? FRAGMENTS_DEFAULT,
        preTag: parameter.preTag,
        postTag: parameter.postTag,
        order: parameter.fragmentsOrder,
        encoder: highlight.encoder,
      },
    }
  })
}

/** Fields of child rows are highlighted by the inner hits of their own path. */
function highlightable(
  { layout, level, analyzerOf }: QueryScope,
  name: string,
): { readonly field: FieldLayout; readonly analyzer: Analyzer } {
  const field = layout.fields.get(name)
  if (field === undefined) throw queryError(`[highlight] field: ${name} does not exist`)
  const isFit = field.highlights && field.level === level.path
  if (!isFit || field.analyzer === undefined) throw errors.highlightNotSupported(name)
  return { field, analyzer: analyzerOf(field.analyzer) }
}
