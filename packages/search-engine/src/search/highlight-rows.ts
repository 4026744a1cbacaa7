import type { HighlightField, SearchHit, SearchInnerHit, SearchQuery } from '@rowhouse/protocol'
import { type Tokens, createTokens } from '../analyzers/tokens.js'
import type { LevelDocument } from '../documents/document.js'
import type { CompletedRow } from '../search-engine.js'
import { findWords } from '../highlight/find-words.js'
import { highlightText } from '../highlight/highlight-text.js'
import { compileQuery } from '../queries/compile.js'
import { type QueryScope, chainOf } from '../queries/scope.js'
import { createRowReader } from '../schema/document-of-row.js'
import type { IndexLayout } from '../schema/index-layout.js'
import { type HighlightedField, planHighlight } from './highlight-plan.js'
import { type InnerHitsPlan, planInnerHits } from './inner-hits-plan.js'

/** What is to be marked in a row, and in its inner hits. */
interface Marks {
  readonly fields: readonly HighlightedField[] | undefined
  readonly innerHits: readonly InnerHitsPlan[]
}

/**
 * Marks in rows what the search looks for. A row may have changed since it was found, and only what is
 * still there is marked.
 */
export function highlightRows(
  search: SearchQuery,
  scope: QueryScope,
  rows: readonly CompletedRow[],
): SearchHit[] {
  const marks = marksOf(search, scope)
  const read = createRowReader(scope.layout)
  const tokens = createTokens()
  return rows.map(({ found, columns }) => {
    const row = { key: found.key, columns, expiresAt: undefined }
    const { level } = read(row, () => undefined)
    return marked(found.hit, level, marks, tokens)
  })
}

/** The table's columns that highlighting reads; empty when nothing is highlighted. */
export function highlightColumns(search: SearchQuery, scope: QueryScope): Set<string> {
  const columns = new Set<string>()
  const add = ({ fields, innerHits }: Marks): void => {
    for (const { field } of fields ?? []) columns.add(field.sourceColumn)
    for (const plan of innerHits) add({ fields: plan.highlight, innerHits: plan.below })
  }
  add(marksOf(search, scope))
  return columns
}

const marksOf = ({ query, highlight }: SearchQuery, scope: QueryScope): Marks => ({
  fields: planHighlight(highlight, query, scope),
  innerHits: planInnerHits(query, scope, compileQuery),
})

function marked(
  hit: SearchHit,
  document: LevelDocument,
  { fields, innerHits }: Marks,
  tokens: Tokens,
): SearchHit {
  return {
    ...hit,
    highlight: fields?.flatMap((field) => markedField(field, document, tokens)),
    innerHits: hit.innerHits.map((entry, number) => {
      const plan = innerHits[number]
      return plan === undefined ? entry : markedInner(entry, document, plan, tokens)
    }),
  }
}

function markedInner(
  { path, hits }: SearchInnerHit,
  parent: LevelDocument,
  plan: InnerHitsPlan,
  tokens: Tokens,
): SearchInnerHit {
  const children = childrenOf(parent, plan)
  const marks = { fields: plan.highlight, innerHits: plan.below }
  const markedHits = hits.map((hit) => {
    const child = children[hit.nestedDocOffset ?? -1]
    return child === undefined ? hit : marked(hit, child, marks, tokens)
  })
  return { path, hits: markedHits }
}

/** The child documents of a level, which inner hits number. */
function childrenOf(parent: LevelDocument, plan: InnerHitsPlan): readonly LevelDocument[] {
  const { layout, level: from } = plan.parents
  const chain = chainOf(layout, plan.path).slice(chainOf(layout, from.path).length)
  let level = from
  let documents: readonly LevelDocument[] = [parent]
  for (const path of chain) {
    const number = level.children.findIndex((child) => child.path === path)
    documents = documents.flatMap(({ children }) => children[number] ?? [])
    level = levelOf(layout, path)
  }
  return documents
}

function levelOf({ levels }: IndexLayout, path: string) {
  const level = levels.get(path)
  if (level === undefined) throw new Error(`no level ${path}`)
  return level
}

/** Values of an array come one after the other, until there are enough fragments. */
function markedField(
  { field, analyzer, wanted, options }: HighlightedField,
  { values }: LevelDocument,
  tokens: Tokens,
): HighlightField[] {
  const fragments: string[] = []
  for (const value of values[field.number] ?? []) {
    const missing = options.numberOfFragments - fragments.length
    if (missing <= 0) break
    if (typeof value !== 'string') continue
    analyzer.analyze(value, tokens)
    const hits = findWords(tokens, wanted)
    fragments.push(...highlightText(value, hits, { ...options, numberOfFragments: missing }))
  }
  return fragments.length === 0 ? [] : [{ fieldName: field.name, fragments }]
}
