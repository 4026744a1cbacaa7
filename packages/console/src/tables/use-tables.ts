import { useQuery } from '@tanstack/react-query'
import { useSigned } from '../gate/use-gate.js'

const REFRESH_MS = 10_000

/** All tables of an instance, read again while the page is seen. */
export function useTables(instance: string) {
  const { gate } = useSigned()
  return useQuery({
    queryKey: ['tables', instance],
    queryFn: ({ signal }) => gate.tables(instance, signal),
    refetchInterval: REFRESH_MS,
  })
}
