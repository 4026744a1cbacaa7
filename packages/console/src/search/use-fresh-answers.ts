import type { SearchIndexOverview } from '@rowhouse/console-gate/shapes'
import { type InfiniteData, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useSigned } from '../gate/use-gate.js'
import type { IndexPlace } from './page-requests.js'
import { askIndexToFollow } from './search-asks.js'

/** While an index is being filled, what it has answered is asked again whenever it has more rows. */
export function useFreshAnswers(
  { instance, table, index }: IndexPlace,
  { phase, rows }: SearchIndexOverview,
): void {
  const queries = useQueryClient()
  const before = useRef({ phase, rows })
  useEffect(() => {
    const last = before.current
    before.current = { phase, rows }
    if (last.phase === 'INCR' || (last.phase === phase && last.rows === rows)) return
    for (const part of ['search', 'statistics']) {
      void queries.invalidateQueries({
        queryKey: ['rows', instance, table, part, index],
        // Who has scrolled on keeps the pages until the index is filled.
        predicate: ({ state }) => phase === 'INCR' || !hasPages(state.data),
      })
    }
  }, [queries, instance, table, index, phase, rows])
}

/** What an index has answered is asked again once it has followed a change of its table. */
export function useLaterAnswers(place: IndexPlace): () => void {
  const { gate } = useSigned()
  const queries = useQueryClient()
  const { instance, table } = place
  return () => {
    const again = () =>
      queries.invalidateQueries({
        queryKey: ['rows', instance, table],
        predicate: ({ queryKey }) => queryKey.includes('search') || queryKey.includes('statistics'),
      })
    void askIndexToFollow(gate, place).then(again)
  }
}

const isPaged = (data: unknown): data is InfiniteData<unknown> =>
  typeof data === 'object' && data !== null && 'pages' in data && Array.isArray(data.pages)

const hasPages = (data: unknown): boolean => isPaged(data) && data.pages.length > 1
