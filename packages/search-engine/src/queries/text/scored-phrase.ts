import type { FieldLayout } from '../../schema/index-layout.js'
import { bm25Weight } from '../../scoring/bm25.js'
import type { TextField } from '../../segments/field-reader.js'
import type { Scorer } from '../doc-set.js'
import type { Query, SearchContext, Weight } from '../query.js'
import { chainOf, type QueryScope } from '../scope.js'
import { type Tick, ticker } from '../walks/ticker.js'
import type { PhraseSlot } from './phrase-frequency.js'
import { PhraseWalk } from './phrase-walk.js'
import { lengthsOf } from './term-walk.js'
import { scoredTerm } from './scored-term.js'
import { fieldStatistics } from './statistics.js'

export interface PhraseTerm {
  readonly term: string
  readonly position: number
}

/** Documents with the terms at these distances, within `slop`. */
export function scoredPhrase(
  scope: QueryScope,
  field: FieldLayout,
  words: readonly PhraseTerm[],
  slop: number,
  boost: number,
): Query {
  const [first, second] = words
  if (first === undefined) throw new Error('a phrase of nothing')
  if (second === undefined) return scoredTerm(scope, field, Buffer.from(first.term), boost)
  const chain = chainOf(scope.layout, scope.level.path)
  const phrase = phraseOf(words)
  return {
    weight: (context) =>
      phraseWeight(context, { fieldName: field.name, chain, slop, boost }, phrase),
  }
}

interface Phrase {
  readonly terms: readonly Uint8Array[]
  readonly slots: readonly PhraseSlot[]
}

interface Asked {
  readonly fieldName: string
  readonly chain: readonly string[]
  readonly slop: number
  readonly boost: number
}

function phraseOf(words: readonly PhraseTerm[]): Phrase {
  const terms = [...new Set(words.map(({ term }) => term))]
  const first = Math.min(...words.map(({ position }) => position))
  return {
    terms: terms.map((term) => Buffer.from(term)),
    slots: words.map(({ term, position }) => ({
      list: terms.indexOf(term),
      offset: position - first,
    })),
  }
}

function phraseWeight(context: SearchContext, asked: Asked, phrase: Phrase): Weight {
  const tick = ticker(context.checkTime)
  const score = context.scores ? scoreOf(context, asked, phrase) : undefined
  return {
    scorer: (_, level) => {
      const field = level.field(asked.fieldName)
      if (field?.kind !== 'text') return undefined
      return phraseScorer(field, phrase, asked.slop, score, tick)
    },
    count: (_, level) => {
      const field = level.field(asked.fieldName)
      return field?.kind === 'text' && hasAll(field, phrase) ? undefined : 0
    },
  }
}

const hasAll = ({ terms }: TextField, phrase: Phrase): boolean =>
  phrase.terms.every((term) => terms.find(term) >= 0)

/** A phrase weighs as much as the sum of its words. */
function scoreOf(context: SearchContext, asked: Asked, { terms, slots }: Phrase) {
  const { chain, fieldName } = asked
  const { documents, averageLength, documentsWith } = fieldStatistics(context, chain, fieldName)
  let weight = 0
  for (const { list } of slots) {
    const term = terms[list]
    if (term === undefined) continue
    weight += bm25Weight(documents, documentsWith(term), asked.boost)
  }
  return { weight, averageLength }
}

function phraseScorer(
  field: TextField,
  { terms, slots }: Phrase,
  slop: number,
  score: { weight: number; averageLength: number } | undefined,
  tick: Tick,
): Scorer | undefined {
  const cursors = []
  for (const term of terms) {
    const ordinal = field.terms.find(term)
    if (ordinal < 0) return undefined
    cursors.push(field.postings.cursor(ordinal, { frequencies: true, positions: true }))
  }
  const how = score && { ...score, ...lengthsOf(field) }
  return new PhraseWalk({ cursors, slots, slop, how, tick })
}
