import { useQuery } from '@tanstack/react-query'
import { useSigned } from '../gate/use-gate.js'

const REFRESH_MS = 10_000

/** All tables of an instance, read again while the page is seen; or none, where there is no instance. */
export function useTables(instance: string | undefined) {
  const { gate } = useSigned()
  return useQuery({
    queryKey: ['tables', instance],
    enabled: instance !== undefined,
    queryFn: async ({ signal }) => (instance === undefined ? [] : gate.tables(instance, signal)),
    refetchInterval: REFRESH_MS,
  })
}
