import type { HistoryResult } from '@rowhouse/console-gate/shapes'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSigned } from '../gate/use-gate.js'

export type Step = HistoryResult['steps'][number]

const REFRESH_MS = 3_000
const STEP_MS = 10_000
/** As many as the server keeps. */
const STEPS_MAX = 360

/** Requests, memory and log as they are now; without an instance of the whole server. */
export function useWatch(instance: string | undefined, isAllowed: boolean) {
  const { gate } = useSigned()
  return useQuery({
    queryKey: ['watch', instance],
    queryFn: ({ signal }) => gate.watch(instance, signal),
    refetchInterval: REFRESH_MS,
    enabled: isAllowed,
  })
}

/** The steps of the last hour; only new ones are asked for. */
export function useHistory(instance: string | undefined, isAllowed: boolean) {
  const { gate } = useSigned()
  const queries = useQueryClient()
  const queryKey = ['history', instance]
  return useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const known = queries.getQueryData<readonly Step[]>(queryKey) ?? []
      const { steps } = await gate.history(instance, known.at(-1)?.at ?? 0, signal)
      return steps.length === 0 ? known : [...known, ...steps].slice(-STEPS_MAX)
    },
    refetchInterval: STEP_MS,
    enabled: isAllowed,
  })
}
