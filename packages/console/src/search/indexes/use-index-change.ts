import type { SearchIndexChange } from '@rowhouse/console-gate/shapes'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useSigned } from '../../gate/use-gate.js'
import type { IndexPlace } from '../page-requests.js'

/** Changes an index, and reads again how it is. */
export function useIndexChange({ instance, table, index }: IndexPlace) {
  const { gate } = useSigned()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (change: Omit<SearchIndexChange, 'table' | 'index'>) =>
      gate.changeSearchIndex(instance, { table, index, ...change }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['search-indexes', instance] }),
  })
}
