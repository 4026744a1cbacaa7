import type { TermDictionary, TermsField } from '../../segments/field-reader.js'
import type { Level } from '../../segments/level.js'
import type { SegmentView } from '../../segments/segment-reader.js'
import type { Scorer, Tester } from '../doc-set.js'
import type { Query, Weight } from '../query.js'
import { LazyWalk } from '../walks/lazy-walk.js'
import { ListWalk } from '../walks/list-walk.js'
import { type Tick, ticker } from '../walks/ticker.js'
import type { Ordinals } from './ordinals.js'
import { ordinalsQuery } from './ordinals-query.js'
import { type TermPattern, scanTerms } from './scan-terms.js'
import { mayRemember } from './remembered-terms.js'
import { KNOWN_TERM_COST, TERM_TEST_COST, termTester } from './term-tester.js'

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
      const tick = ticker(context.checkTime)
      const findAll = (terms: TermDictionary): Ordinals => scanTerms(terms, pattern, tick)
      return patternWeight({ fieldName, pattern, constant, scanned, known, findAll })
    },
  }
}

interface PatternParts {
  readonly fieldName: string
  readonly pattern: TermPattern
  readonly constant: number
  readonly scanned: Weight
  /** The dictionaries that were scanned already. */
  readonly known: ReadonlySet<TermDictionary>
  readonly findAll: (terms: TermDictionary) => Ordinals
}

function patternWeight(parts: PatternParts): Weight {
  const { fieldName, constant, scanned } = parts
  const scorerAmong = (view: SegmentView, level: Level, candidates: number): Scorer | undefined => {
    const field = level.field(fieldName)
    if (field?.kind !== 'terms') return undefined
    const tester = testerAmong(field, parts, candidates)
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

/** Undefined where it is better to find the terms first. */
function testerAmong(
  field: TermsField,
  { pattern, known, findAll }: PatternParts,
  candidates: number,
): Tester | undefined {
  const { terms, documentsWithValue } = field
  if (known.has(terms)) return undefined
  if (mayRemember(terms, documentsWithValue)) {
    if (candidates * KNOWN_TERM_COST >= documentsWithValue) return undefined
    return termTester(field, pattern, () => findAll(terms))
  }
  return isScanDearer(field, pattern, candidates) ? termTester(field, pattern) : undefined
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
