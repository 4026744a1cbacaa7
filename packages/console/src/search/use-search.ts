import type { SearchIndexOverview } from '@rowhouse/console-gate/shapes'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useSigned } from '../gate/use-gate.js'
import { type IndexField, hasTopValues } from './forms/searchable-fields.js'
import type { DataObject } from './forms/form.js'
import { searchText } from './search-address.js'
import { type IndexPlace, type PageStart, nextStart } from './page-requests.js'
import { askHits, askStatistics, askTopValues } from './search-asks.js'

const REFRESH_MS = 10_000
const REFRESH_FILLING_MS = 1_000

const isFilling = (indexes: readonly SearchIndexOverview[] | undefined): boolean =>
  indexes?.some(({ phase }) => phase !== 'INCR') ?? false

/**
 * All search indexes of an instance, read again while the page is seen, and often while one is
 * being filled.
 */
export function useSearchIndexes(instance: string) {
  const { gate } = useSigned()
  return useQuery({
    queryKey: ['search-indexes', instance],
    queryFn: ({ signal }) => gate.searchIndexes(instance, signal),
    refetchInterval: ({ state }) => (isFilling(state.data) ? REFRESH_FILLING_MS : REFRESH_MS),
  })
}

/** The hits of a search, a page more each time that it is asked for; or what another part has asked. */
export function useHits(place: IndexPlace, search: DataObject, isAsked = true) {
  const { gate } = useSigned()
  const { instance, table, index } = place
  return useInfiniteQuery({
    queryKey: ['rows', instance, table, 'search', index, searchText(search)],
    enabled: isAsked,
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }: { pageParam: PageStart; signal: AbortSignal }) =>
      askHits(gate, place, search, pageParam, signal),
    getNextPageParam: ({ answer }, pages): PageStart | undefined => {
      const loaded = pages.reduce((sum, page) => sum + page.answer.rows.length, 0)
      return nextStart(search, answer.rows.length, loaded, answer.next)
    },
  })
}

/** Groups and figures over all hits of a search; or what another part has asked. */
export function useStatistics(place: IndexPlace, search: DataObject, isAsked = true) {
  const { gate } = useSigned()
  const { instance, table, index } = place
  return useQuery({
    queryKey: ['rows', instance, table, 'statistics', index, searchText(search)],
    enabled: isAsked,
    queryFn: ({ signal }) => askStatistics(gate, place, search, signal),
    placeholderData: (before) => before,
  })
}

/** The most frequent values of a field, which begin with what has been typed if they are texts. */
export function useTopValues(place: IndexPlace, field: IndexField | undefined, typed: string) {
  const { gate } = useSigned()
  const { instance, table, index } = place
  const beginning = field?.type === 'KEYWORD' ? typed : ''
  return useQuery({
    queryKey: ['top-values', instance, table, index, field?.name, beginning],
    enabled: field !== undefined && hasTopValues(field) && field.within === undefined,
    staleTime: 60_000,
    queryFn: async ({ signal }): Promise<readonly string[]> => {
      const { answer } = await askTopValues(gate, place, field?.name ?? '', beginning, signal)
      const [top] = answer.groupBys
      return top?.kind === 'field' ? top.items.map(({ key }) => key) : []
    },
  })
}
