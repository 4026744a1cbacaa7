import type { GroupByResult } from '@rowhouse/protocol'
import type { GroupBounds, SearchContext } from '../../queries/query.js'
import type { FrequentTerm } from '../../segments/format/frequent-list.js'
import type { SegmentView } from '../../segments/segment-reader.js'
import type { AggregatedField } from '../aggregation-field.js'
import type { Aggregator } from '../aggregator.js'
import type { FieldPart, Parting } from './compiled-kind.js'
import { fieldKeys } from './field-keys.js'
import { frequentTerms } from './frequent-terms.js'
import type { GroupAggregator, GroupKind } from './group-aggregator.js'
import { type RankedTerms, bestTerms } from './best-terms.js'
import { GroupAttempt, type HitsMax } from './group-attempt.js'
import { type GroupContext, GroupRoom } from './group-room.js'
import type { KeyParts } from './key-part.js'
import { compareFrequent } from './listed-terms.js'
import { mostFrequentTerms, termsWithLargestSums } from './most-frequent-terms.js'
import { fieldWithMostKeys, termCount } from './most-keys.js'
import { numberParts } from './number-keys.js'
import type { Ranking } from './ranking.js'
import { type SegmentTermHits, TermHits, termsFieldOf } from './term-hits.js'
import { TermParts } from './term-parts.js'

/**
 * This share of the room's groups is the number of hits that are grouped before parts are planned.
 */
const HITS_SHARE = 8
/**
 * Where the best groups are known from what each segment adds: the shares of the room's groups from which on
 * terms are many, and hits.
 */
const RANKED_TERMS_SHARE = 16
const RANKED_HITS_SHARE = 512
/** With more terms than so many for each wanted one, all are read in their order. */
const TIED_MAX = 64
/** The same for sums, of which few tie: as a share of the terms of all segments. */
const FEW_SHARE = 16
/** With deleted rows, which may be any group's, so many more groups are chosen than are wanted. */
const MORE_TIMES = 4
const MORE = 64
/** Planned parts fill this share of the room, since their number of groups is an estimate. */
const FILLED_SHARE = 0.75

/** How the keys of a field are divided, for one search. */
interface Plan {
  readonly field: AggregatedField
  readonly parts: KeyParts
}

interface Choice {
  /** The number of groups that are wanted. */
  readonly size: number
  /** Groups that were not chosen come behind this one with its deleted rows; undefined: all were. */
  readonly last: FrequentTerm | undefined
}

interface Asked {
  readonly parting: Parting
  readonly context: SearchContext
  readonly bounds: GroupBounds
  /** How the groups that are wanted can be found without making all of them. */
  readonly ranking: () => Ranking | undefined
  readonly make: (kind: GroupKind, context: GroupContext) => GroupAggregator
}

/**
 * A group-by at the top whose groups may not fit in the room. The first attempt takes all keys, for
 * most often the groups are few. If it fails, groups are made part by part of the keys, in one pass
 * over the hits each, and only the best of each part are kept.
 */
export class PartedGroupBy {
  readonly #asked: Asked
  #start: ReturnType<Parting['begin']>
  #hits: TermHits | undefined
  #ranking: Ranking | undefined
  #attempt: GroupAttempt | undefined
  /** Undefined: all keys. */
  #part: FieldPart | undefined
  #plan: Plan | undefined
  readonly #waiting: FieldPart[] = []
  /** Where the part was chosen among the terms of whole segments. */
  #choice: Choice | undefined
  #result: GroupByResult | undefined
  #isDone = false

  constructor(asked: Asked) {
    this.#asked = asked
    this.#start = asked.parting.begin()
  }

  /** The aggregator that takes all hits in the next pass; undefined when the result is complete. */
  next(): Aggregator<unknown> | undefined {
    const attempt = this.#attempt
    if (this.#isDone) return undefined
    if (attempt === undefined) return this.#tryNext(undefined, this.#hitsMax(), this.#waits())
    this.#asked.context.checkTime()
    if (attempt.end === 'whole' || attempt.end === 'mixed') return this.#ofWhole(attempt.whole)
    if (attempt.end === 'done') this.#result = attempt.result()
    if (this.#choice !== undefined && !this.#isBest(this.#choice)) return this.#tryAll()
    if (attempt.end !== 'done') {
      this.#plan ??= this.#planned()
      if (this.#plan === undefined) return this.#hits
      this.#divide(this.#plan, attempt)
    }
    const part = this.#waiting.shift()
    this.#isDone = part === undefined
    return part && this.#tryNext(part)
  }

  result(): GroupByResult {
    if (this.#result === undefined) throw new Error('a pass over the hits is missing')
    return this.#result
  }

  /** Where all rows are hits, the most frequent terms are known, or can be found without rows. */
  #waits(): (() => boolean) | undefined {
    const [field] = this.#asked.parting.fields
    const isByRows = this.#ranking?.metric === undefined && this.#ranking?.tiesByKey === true
    if (field === undefined || field.layout.level !== '' || !isByRows) return undefined
    const { context, bounds } = this.#asked
    return () => termCount(field, context.views) > bounds.groups / RANKED_TERMS_SHARE
  }

  /** Chooses groups among those of all documents of some segments, deleted ones included. */
  #ofWhole(views: readonly SegmentView[]): Aggregator<unknown> {
    const [field] = this.#asked.parting.fields
    const [ranking, { checkTime }] = [this.#ranking, this.#asked.context]
    if (field === undefined || ranking === undefined || views.length === 0) return this.#tryAll()
    const segments = views.flatMap((view) => {
      const terms = termsFieldOf(field, view)
      return terms === undefined ? [] : [{ segment: view.segment, terms }]
    })
    const hasDeleted = views.some(({ live }) => live !== undefined)
    const least = ranking.size
    const most = hasDeleted ? least * MORE_TIMES + MORE : least
    const name = field.layout.name
    const { first, isAll } = frequentTerms(segments, { name, most, least, checkTime })
    const chosen = first.slice(0, most)
    const isEnough = chosen.length >= least || isAll
    if (!isEnough) return this.#tryAll()
    const last = isAll && chosen.length === first.length ? undefined : chosen.at(-1)
    this.#choice = { size: ranking.size, last }
    return this.#tryNext({ field, keys: { kind: 'chosen', terms: chosen.map(({ term }) => term) } })
  }

  /** Whether the groups that were found come before those that were not chosen. */
  #isBest({ size, last }: Choice): boolean {
    if (this.#result?.kind !== 'field' || last === undefined) return this.#result !== undefined
    const found = this.#result.items[size - 1]
    if (found === undefined) return false
    return compareFrequent({ term: Buffer.from(found.key), rows: found.rowCount }, last) <= 0
  }

  /** The first attempt, without waiting. */
  #tryAll(): Aggregator<unknown> {
    this.#choice = undefined
    this.#result = undefined
    this.#start = this.#asked.parting.begin()
    return this.#tryNext(undefined, this.#hitsMax())
  }

  #tryNext(
    part: FieldPart | undefined,
    hitsMax?: HitsMax,
    waits?: () => boolean,
  ): Aggregator<unknown> {
    const { bounds, context, make } = this.#asked
    const room = new GroupRoom(bounds)
    const own = { ...context, room }
    this.#part = part
    this.#attempt = new GroupAttempt(make(this.#start(own, part), own), room, hitsMax, waits)
    return this.#attempt
  }

  /**
   * With more terms than room, or many that are ranked, few hits are grouped before a pass finds out which
   * terms hits have.
   */
  #hitsMax(): HitsMax | undefined {
    const { parting, context, bounds } = this.#asked
    const [field, second] = parting.fields
    if (field?.layout.type !== 'KEYWORD' || second !== undefined) return undefined
    this.#ranking = this.#asked.ranking()
    // By their rows many groups tie, and all that tie with the last would be looked at.
    const isDirect = this.#ranking?.metric !== undefined || this.#ranking?.tiesByKey === true
    const termsMax = isDirect ? bounds.groups / RANKED_TERMS_SHARE : bounds.groups
    const asksAt = bounds.groups / (isDirect ? RANKED_HITS_SHARE : HITS_SHARE)
    let known: number | undefined
    const hits = (): number => {
      known ??= termCount(field, context.views) > termsMax ? asksAt : Infinity
      return known
    }
    return { asksAt, hits }
  }

  /** Undefined: a pass over the hits must first find their terms. */
  #planned(): Plan | undefined {
    const { parting, context, bounds } = this.#asked
    const field = this.#hits?.field ?? fieldWithMostKeys(parting.fields, context.views)
    if (field === undefined) throw this.#attempt?.error
    if (field.layout.type !== 'KEYWORD') return { field, parts: numberParts }
    if (this.#hits !== undefined) {
      const most = bounds.groups * FILLED_SHARE
      const parts = new TermParts(this.#hits, most, context.checkTime)
      return { field, parts: this.#bestFirst(this.#hits, parts, most) }
    }
    const ranked = this.#ranking && { ranking: this.#ranking, bounds }
    this.#hits = new TermHits(field, fieldKeys(field), ranked)
    return undefined
  }

  /** The groups that are wanted are one part where they are known; the rest is not needed then. */
  #bestFirst(hits: TermHits, parts: KeyParts, most: number): KeyParts {
    const segments = [...hits.segments.values()].filter(isRanked)
    if (this.#ranking === undefined || segments.length < hits.segments.size) return parts
    const terms = this.#best(this.#ranking, segments, most)
    if (terms === undefined) return parts
    return {
      divide: (failed, isFull) => {
        if (failed === undefined) return [{ kind: 'chosen', terms }]
        return parts.divide(failed.kind === 'chosen' ? undefined : failed, isFull)
      },
    }
  }

  #best(
    { size, metric, tiesByKey }: Ranking,
    segments: readonly RankedTerms[],
    most: number,
  ): readonly Uint8Array[] | undefined {
    const { checkTime } = this.#asked.context
    const isByRows = metric === undefined && tiesByKey && size <= most
    const tied = Math.min(most, TIED_MAX * size)
    const terms = segments.reduce((sum, { count }) => sum + count, 0)
    const few = isByRows ? tied : Math.min(most, Math.max(tied, terms / FEW_SHARE))
    const best = bestTerms(segments, { size, most: few, checkTime })
    if (best !== undefined) return best
    if (isByRows) return mostFrequentTerms(segments, size, checkTime)
    return termsWithLargestSums(segments, { size, most: tied, checkTime })
  }

  #divide({ field, parts }: Plan, { end, error }: GroupAttempt): void {
    const smaller = parts.divide(this.#part?.keys, end === 'full')
    if (smaller === undefined) throw error
    this.#waiting.unshift(...smaller.map((keys) => ({ field, keys })))
  }
}

const isRanked = (hits: SegmentTermHits): hits is RankedTerms => hits.weights !== undefined
