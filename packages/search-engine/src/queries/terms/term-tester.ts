import { outOfRange } from '@rowhouse/platform'
import type { TermsColumn, TermsField } from '../../segments/field-reader.js'
import { lookAhead } from '../../segments/read/cold-array.js'
import type { Tester } from '../doc-set.js'
import { hasBit } from '../walks/bits-walk.js'
import type { Ordinals } from './ordinals.js'
import { rememberMatches } from './remembered-terms.js'
import type { TermPattern } from './scan-terms.js'

/** Looking a term up takes as long as reading so many in a row. */
export const TERM_TEST_COST = 8

/** Most terms are known already. */
export const KNOWN_TERM_COST = 2

/**
 * Tests documents by the terms that their column names; undefined where the field has no column. With
 * `findAll`, which finds the terms that match, it looks up each term once.
 */
export function termTester(
  field: TermsField,
  pattern: TermPattern,
  findAll?: () => Ordinals,
): Tester | undefined {
  const { column, present, terms } = field
  if (column === undefined) return undefined
  const { starts } = column
  const { from, to } = pattern.spanIn(terms)
  const ordinalAt = ordinalReader(column)
  const looksUp = (ordinal: number): boolean => pattern.matches(terms.term(ordinal))
  const looksMax = (): number => terms.termsToRead(pattern.literal, from, to) / TERM_TEST_COST
  const matches =
    findAll === undefined
      ? looksUp
      : rememberMatches({ terms, matches: looksUp, looksMax, findAll })
  const test = (index: number): boolean => {
    const ordinal = ordinalAt(index)
    return ordinal >= from && ordinal < to && matches(ordinal)
  }
  const cost = findAll === undefined ? TERM_TEST_COST : KNOWN_TERM_COST
  if (starts !== undefined) return { cost, test: (document) => hasAny(starts, document, test) }
  const isFit = (document: number): boolean =>
    (present === undefined || hasBit(present, document)) && test(document)
  const keep = (documents: Int32Array, count: number): number => {
    announce(field, column, documents, count)
    let left = 0
    for (let at = 0; at < count; at += 1) {
      const document = documents[at] ?? outOfRange()
      documents[left] = document
      if (isFit(document)) left += 1
    }
    return left
  }
  return { cost, test: isFit, keep }
}

/** Most testers are never used, so the column is read at the first test. */
function ordinalReader(column: TermsColumn): (index: number) => number {
  let values: ArrayLike<number> | undefined
  const { cold } = column
  if (cold !== undefined) return (index) => cold.at(index) ?? outOfRange()
  return (index) => (values ??= column.ordinals)[index] ?? outOfRange()
}

function hasAny(starts: Uint32Array, document: number, test: (index: number) => boolean): boolean {
  const end = starts[document + 1] ?? outOfRange()
  for (let index = starts[document] ?? outOfRange(); index < end; index += 1)
    if (test(index)) return true
  return false
}

/** Starts read-ahead of what is read for these documents, where it is not in memory. */
function announce(
  { terms }: TermsField,
  { cold }: TermsColumn,
  documents: Int32Array,
  count: number,
): void {
  if (cold === undefined) return
  lookAhead(cold, documents, count)
  if (terms.ahead === undefined) return
  const ordinalOf = (at: number): number => cold.at(documents[at] ?? outOfRange()) ?? outOfRange()
  terms.ahead(Array.from({ length: count }, (_, at) => ordinalOf(at)))
}
