import type { TermDictionary, TermsField } from '../../segments/field-reader.js'
import type { Level } from '../../segments/level.js'
import type { SegmentView } from '../../segments/segment-reader.js'
import type { Scorer } from '../doc-set.js'
import type { Query, Weight } from '../query.js'
import { LazyWalk } from '../walks/lazy-walk.js'
import { ListWalk } from '../walks/list-walk.js'
import type { Tick } from '../walks/ticker.js'
import type { Ordinals } from './ordinals.js'
import { ordinalsQuery } from './ordinals-query.js'
import { type TermPattern, scanTerms } from './scan-terms.js'
import { TERM_TEST_COST, termTester } from './term-tester.js'

/** With so few candidates it does not matter how few terms a scan would have to read. */
const FEW_SHARE = 128

/**
 * Documents with a term that matches a pattern, all with the same score. The dictionary is searched for such
 * terms; where other clauses leave only a few documents, their terms are looked at instead.
 */
export function patternQuery(fieldName: string, pattern: TermPattern, constant: number): Query {
  return {
    weight: (context) => {
      const known = new Set<TermDictionary>()
      const find = (terms: TermDictionary, tick: Tick): Ordinals => {
        known.add(terms)
        return scanTerms(terms, pattern, tick)
      }
      const scanned = ordinalsQuery(fieldName, find, constant).weight(context)
      return patternWeight(fieldName, pattern, constant, scanned, known)
    },
  }
}

function patternWeight(
  fieldName: string,
  pattern: TermPattern,
  constant: number,
  scanned: Weight,
  /** The dictionaries that were scanned already. */
  known: ReadonlySet<TermDictionary>,
): Weight {
  const scorerAmong = (view: SegmentView, level: Level, candidates: number): Scorer | undefined => {
    const field = level.field(fieldName)
    if (field?.kind !== 'terms' || known.has(field.terms)) return undefined
    if (!isScanDearer(field, pattern, candidates)) return undefined
    const tester = termTester(field, pattern)
    if (tester === undefined) return undefined
    const build = (): Scorer => scanned.scorer(view, level) ?? nothing()
    return new LazyWalk({ cost: field.documentsWithValue, constant, tester, build })
  }
  return {
    ...scanned,
    isDear: true,
    scorer: (view, level, candidates = Infinity) =>
      scorerAmong(view, level, candidates) ?? scanned.scorer(view, level),
  }
}

/** Whether it takes longer to find the terms than to look at those of the candidates. */
function isScanDearer(
  { terms, documentsWithValue }: TermsField,
  { literal, spanIn }: TermPattern,
  candidates: number,
): boolean {
  const cost = candidates * TERM_TEST_COST
  if (cost >= Math.min(documentsWithValue, terms.size)) return false
  const { from, to } = spanIn(terms)
  if (cost >= to - from) return false
  return candidates * FEW_SHARE < to - from || cost < terms.termsToRead(literal, from, to)
}

const nothing = (): Scorer => new ListWalk(new Uint32Array(0), 1)
