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
import { useSigned } from '../gate/use-gate.js'
import { askMapPart, askQuestion, askSamples } from './sample-asks.js'

const LOOK_EVERY_MS = 400
const REST_EVERY_MS = 15_000

/** What an instance has of the samples, looked at often while anything runs. */
export function useSamples(instance: string) {
  const { gate } = useSigned()
  return useQuery({
    queryKey: ['samples', instance],
    queryFn: ({ signal }) => askSamples(gate, instance, signal),
    refetchInterval: ({ state }) =>
      state.data?.jobs.some((job) => job.state === 'running') === true
        ? LOOK_EVERY_MS
        : REST_EVERY_MS,
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

/** The parameters of the manual's example. The gate tells them for each question as its type has them. */
export const plantedOf = <S extends SampleName, Q extends QuestionOf<S>>(
  { planted }: SamplesOverview,
  sample: S,
  question: Q,
): ParametersOf<S, Q> => planted[sample]?.[question] as ParametersOf<S, Q>
