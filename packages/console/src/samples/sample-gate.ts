import type {
  AnswerOf,
  AskedMap,
  ListedJob,
  ParametersOf,
  QuestionOf,
  SampleAnswered,
  SampleJob,
  SampleName,
  SampleTask,
  SamplesOverview,
} from '@rowhouse/console-gate/shapes'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useSigned } from '../gate/use-gate.js'
import { askJobs, askMapPart, askQuestion, askSamples } from './sample-asks.js'

const LOOK_EVERY_MS = 400
const REST_EVERY_MS = 15_000

/** What an instance has of the samples. While anything runs, its jobs alone are looked at often. */
export function useSamples(instance: string) {
  const { gate } = useSigned()
  const samples = useQuery({
    queryKey: ['samples', instance],
    queryFn: ({ signal }) => askSamples(gate, instance, signal),
    refetchInterval: REST_EVERY_MS,
  })
  const { data, error, isPending, refetch } = samples
  const running = runningIn(data?.jobs)
  const looked = useQuery({
    queryKey: ['sample jobs', instance],
    queryFn: async ({ signal }) => {
      const found = await askJobs(gate, instance, signal)
      // What has ended, or was begun elsewhere, has changed more than its own state.
      if (runningIn(found.jobs) !== running) void refetch()
      return found
    },
    enabled: running > 0,
    refetchInterval: LOOK_EVERY_MS,
  })
  const isNewer = looked.dataUpdatedAt > samples.dataUpdatedAt
  const isOfThese = isNewer && runningIn(looked.data?.jobs) === running
  return {
    data: useMemo(
      () => (data && looked.data && isOfThese ? { ...data, jobs: looked.data.jobs } : data),
      [data, looked.data, isOfThese],
    ),
    error: error ?? (running > 0 ? looked.error : null),
    isPending,
    refetch,
  }
}

const runningIn = (jobs: readonly ListedJob[] | undefined): number =>
  jobs?.filter(({ state }) => state === 'running').length ?? 0

/** What a job has found, asked for anew when it tells more. */
export function useJobResult(instance: string, job: ListedJob | undefined) {
  const { gate } = useSigned()
  const { id = '', resultCount = 0 } = job ?? {}
  return useQuery({
    queryKey: ['sample result', instance, id, resultCount],
    queryFn: async ({ signal }) => {
      const path = [instance, 'result']
      const { result } = await gate.samples<{ readonly result: unknown }>(path, { id }, signal)
      return { id, result }
    },
    enabled: resultCount > 0,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: (before) => (before?.id === id ? before : undefined),
  })
}

/** Asks a question of a sample; undefined parameters ask nothing yet. */
export function useQuestion<S extends SampleName, Q extends QuestionOf<S>>(
  instance: string,
  sample: S,
  question: Q,
  parameters: ParametersOf<S, Q> | undefined,
) {
  const { gate } = useSigned()
  return useQuery({
    queryKey: ['sample question', instance, sample, question, parameters],
    queryFn: ({ signal }): Promise<SampleAnswered<AnswerOf<S, Q>>> =>
      askQuestion(gate, instance, { sample, question, parameters }, signal),
    enabled: parameters !== undefined,
    // What was seen stays until the next answer is there, so that nothing jumps.
    placeholderData: (before) => before,
  })
}

/** What stands below the shops in a part of the map. */
export function useMapPart(instance: string, box: AskedMap | undefined) {
  const { gate } = useSigned()
  return useQuery({
    queryKey: ['sample map', box],
    queryFn: ({ signal }) => askMapPart(gate, instance, box, signal),
    enabled: box !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: (before) => before,
  })
}

/** The requests of a job, asked for once they are to be seen, and again when there are more. */
export function useJobRequests(instance: string, { id, requestCount }: ListedJob, isSeen: boolean) {
  const { gate } = useSigned()
  return useQuery({
    queryKey: ['sample job', instance, id, requestCount],
    queryFn: ({ signal }) => gate.samples<SampleJob>([instance, 'job'], { id }, signal),
    enabled: isSeen,
    placeholderData: (before) => (before?.id === id ? before : undefined),
  })
}

/** Begins tasks in an instance, and stops them. */
export function useTasks(instance: string) {
  const { gate } = useSigned()
  const queries = useQueryClient()
  const seen = () => queries.invalidateQueries({ queryKey: ['samples', instance] })
  const start = useMutation({
    mutationFn: (task: SampleTask) => gate.samples<SampleJob>([instance, 'start'], task),
    onSettled: seen,
  })
  const stop = useMutation({
    mutationFn: (id: string) => gate.samples<object>([instance, 'stop'], { id }),
    onSettled: seen,
  })
  return { start, stop }
}

/** The newest job of a kind. */
export const newestJob = (
  overview: SamplesOverview | undefined,
  isMeant: (task: SampleTask) => boolean,
): ListedJob | undefined => overview?.jobs.find(({ task }) => isMeant(task))

/** The newest job of a kind that has come to its end. */
export const newestDone = (
  overview: SamplesOverview | undefined,
  isMeant: (task: SampleTask) => boolean,
): ListedJob | undefined =>
  overview?.jobs.find(({ task, state }) => state === 'done' && isMeant(task))

/** The newest job of a kind that has found anything. */
export const newestFinding = (
  overview: SamplesOverview | undefined,
  isMeant: (task: SampleTask) => boolean,
): ListedJob | undefined =>
  overview?.jobs.find(({ task, resultCount }) => resultCount > 0 && isMeant(task))

/** The parameters of the manual's example. The gate tells them for each question as its type has them. */
export const plantedOf = <S extends SampleName, Q extends QuestionOf<S>>(
  { planted }: SamplesOverview,
  sample: S,
  question: Q,
): ParametersOf<S, Q> => planted[sample]?.[question] as ParametersOf<S, Q>
