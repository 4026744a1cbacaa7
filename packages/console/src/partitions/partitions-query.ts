import { queryOptions } from '@tanstack/react-query'
import type { GateClient } from '../gate/gate-client.js'

const REFRESH_MS = 10_000

/** The partitions of a table, read again while a page shows them; pages share what was read. */
export const partitionsQuery = (gate: GateClient, instance: string, table: string) =>
  queryOptions({
    queryKey: ['partitions', instance, table],
    queryFn: ({ signal }) => gate.partitions(instance, table, signal),
    refetchInterval: REFRESH_MS,
  })
