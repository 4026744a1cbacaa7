import type {
  AskedMap,
  AskedSample,
  JobList,
  MapPart,
  SampleAnswered,
  SamplesOverview,
} from '@rowhouse/console-gate/shapes'
import type { GateClient } from '../gate/gate-client.js'

/** What an instance has of the samples. */
export const askSamples = (gate: GateClient, instance: string, signal?: AbortSignal) =>
  gate.samples<SamplesOverview>([instance], undefined, signal)

/** Its jobs, without what they found and have sent. */
export const askJobs = (gate: GateClient, instance: string, signal?: AbortSignal) =>
  gate.samples<JobList>([instance, 'jobs'], undefined, signal)

/** Asks a question of a sample. */
export const askQuestion = <Answer>(
  gate: GateClient,
  instance: string,
  asked: AskedSample,
  signal?: AbortSignal,
) => gate.samples<SampleAnswered<Answer>>([instance, 'ask'], asked, signal)

/** What stands below the shops in a part of the map. */
export const askMapPart = (
  gate: GateClient,
  instance: string,
  box: AskedMap | undefined,
  signal?: AbortSignal,
) => gate.samples<MapPart>([instance, 'map'], box, signal)
