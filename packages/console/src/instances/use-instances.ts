import type { InstanceCommand, InstanceResult } from '@rowhouse/console-gate/shapes'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSigned } from '../gate/use-gate.js'

export type ListedInstance = NonNullable<InstanceResult['instances']>[number]

const QUERY = ['instances']

/** All instances with their keys and limits, for the operator. */
export function useInstances() {
  const { gate, session } = useSigned()
  return useQuery({
    enabled: session.access === 'operator',
    queryKey: QUERY,
    queryFn: async () => (await gate.instances({ action: 'list' })).instances ?? [],
  })
}

/** Runs a command on instances, and reads their list again. A new key's secret stays in no cache. */
export function useInstanceCommand(done: (result: InstanceResult) => void) {
  const { gate, refresh } = useSigned()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (command: InstanceCommand) => gate.instances(command),
    gcTime: 0,
    onSuccess: async (result, { action }) => {
      done(result)
      await queries.invalidateQueries({ queryKey: QUERY })
      if (action === 'create' || action === 'delete') await refresh()
    },
  })
}
