import type { Answered } from '@rowhouse/console-gate/shapes'
import type { GateClient } from '../gate/gate-client.js'
import type { DataObject } from './forms/form.js'
import {
  type IndexPlace,
  type PageStart,
  hitsRequest,
  statisticsRequest,
  emptySearch,
  topValuesRequest,
} from './page-requests.js'
import type { Span } from './statistics/new-statistic.js'

/** Bytes of a value that the grid shows; the panel asks for the rest. */
const GRID_CUT = 512

/** A page of the hits of a search. */
export const askHits = (
  gate: GateClient,
  place: IndexPlace,
  search: DataObject,
  start: PageStart,
  signal?: AbortSignal,
): Promise<Answered<'Search'>> =>
  gate.ask(place.instance, hitsRequest(place, search, start), {
    cut: GRID_CUT,
    ...(signal && { signal }),
  })

/** Groups and figures over all hits of a search. */
export const askStatistics = (
  gate: GateClient,
  place: IndexPlace,
  search: DataObject,
  signal?: AbortSignal,
): Promise<Answered<'Search'>> =>
  gate.ask(place.instance, statisticsRequest(place, search), {
    cut: GRID_CUT,
    ...(signal && { signal }),
  })

/** The least and the largest value of a field among the hits of a search; undefined where there is none. */
export async function askSpan(
  gate: GateClient,
  place: IndexPlace,
  search: DataObject,
  fieldName: string,
): Promise<Span | undefined> {
  const aggregations = (['min', 'max'] as const).map((kind) => ({ kind, name: kind, fieldName }))
  const asked = { ...search, aggregations, groupBys: undefined }
  const { answer } = await askStatistics(gate, place, asked)
  const figure = (wanted: string): number => {
    const found = answer.aggregations.find(({ name }) => name === wanted)
    return found !== undefined && 'value' in found ? Number(found.value) : Number.NaN
  }
  const [least, most] = [figure('min'), figure('max')]
  return Number.isFinite(least) && Number.isFinite(most) ? { least, most } : undefined
}

/** Resolves when the index has what its table was told before, or does not come to it in time. */
export async function askIndexToFollow(gate: GateClient, place: IndexPlace): Promise<void> {
  const request = emptySearch(place, { kind: 'matchAll' })
  await gate.ask(place.instance, request, { waitsForIndex: true }).catch(() => {})
}

const SUGGESTED = 12

/** The most frequent values of a field, which begin with what has been typed. */
export function askTopValues(
  gate: GateClient,
  place: IndexPlace,
  fieldName: string,
  beginning: string,
  signal?: AbortSignal,
): Promise<Answered<'Search'>> {
  const query =
    beginning === ''
      ? ({ kind: 'matchAll' } as const)
      : ({ kind: 'prefix', fieldName, prefix: beginning, weight: 1 } as const)
  const request = topValuesRequest(place, fieldName, query, SUGGESTED)
  return gate.ask(place.instance, request, { ...(signal && { signal }) })
}
