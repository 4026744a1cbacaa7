import type { SearchIndexOverview } from '@rowhouse/console-gate/shapes'
import { type InfiniteData, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { IndexPlace } from './page-requests.js'

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

const isPaged = (data: unknown): data is InfiniteData<unknown> =>
  typeof data === 'object' && data !== null && 'pages' in data && Array.isArray(data.pages)

const hasPages = (data: unknown): boolean => isPaged(data) && data.pages.length > 1
