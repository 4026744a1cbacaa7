import { outOfRange } from '@rowhouse/platform'
import type { GroupByFilter } from '@rowhouse/protocol'
import type { CompileQuery } from '../../queries/compile-query.js'
import { NO_MORE } from '../../queries/doc-set.js'
import type { Weight } from '../../queries/query.js'
import { hasBit, setBit, wordsFor } from '../../queries/walks/bits-walk.js'
import type { SegmentView } from '../../segments/segment-reader.js'
import type { AggregationScope } from '../aggregation-field.js'
import { EMPTY_BUCKET } from '../aggregator.js'
import type { CompiledKind } from './compiled-kind.js'
import { bucketsByKey } from './range-keys.js'
import { KeyRoom, type SegmentKeys, sameKey } from './segment-keys.js'

type Test = (document: number) => boolean

/** One group per filter, in the order of the request; a row can match several. */
export function compileByFilter(
  asked: GroupByFilter,
  scope: AggregationScope,
  compile: CompileQuery,
): CompiledKind {
  const queries = asked.filters.map((filter) => compile(filter, scope.query))
  return {
    isNested: false,
    sorters: [],
    start: (context) => {
      const weights = queries.map((query) => query.weight({ ...context, scores: false }))
      return {
        source: { open: (view) => filterKeys(weights.map((weight) => testOf(weight, view))) },
        result: (groups) => {
          const buckets = bucketsByKey(groups.buckets, groups.key)
          const items = weights.map((_, filter) => {
            const bucket = buckets.get(filter) ?? EMPTY_BUCKET
            return { rowCount: groups.rowCount(bucket), ...groups.sub(bucket) }
          })
          return { kind: 'filter', items }
        },
      }
    },
  }
}

function filterKeys(tests: readonly Test[]): SegmentKeys {
  const hitRoom = new KeyRoom()
  const keyRoom = new KeyRoom()
  return {
    size: tests.length,
    mayRepeat: false,
    keyOf: sameKey,
    read: ({ count: hitCount, documents }) => {
      const hits = hitRoom.reserve(hitCount * tests.length)
      const keys = keyRoom.reserve(hitCount * tests.length)
      let count = 0
      for (let hit = 0; hit < hitCount; hit++) {
        const document = documents[hit] ?? outOfRange()
        for (let filter = 0; filter < tests.length; filter++) {
          if (tests[filter]?.(document) !== true) continue
          hits[count] = hit
          keys[count] = filter
          count++
        }
      }
      return { count, hits, keys }
    },
  }
}

/** Uses the filter's own test, or else a bit set of its documents. */
function testOf(weight: Weight, view: SegmentView): Test {
  const { rows } = view.segment
  const scorer = weight.scorer(view, rows)
  if (scorer === undefined) return () => false
  const { tester } = scorer
  if (tester !== undefined) return (document) => tester.test(document)
  const bits = new Uint32Array(wordsFor(rows.documents))
  if (weight.addTo !== undefined) weight.addTo(view, rows, bits)
  else for (let at = scorer.next(); at !== NO_MORE; at = scorer.next()) setBit(bits, at)
  return (document) => hasBit(bits, document)
}
