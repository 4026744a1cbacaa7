import { z } from 'zod/mini'
import { consoleLimits } from '../limits.js'
import { Refusal } from '../refusal.js'
import type { AskedMap, AskedSample, GateValue, SampleTask } from '../shapes/index.js'
import { labSteps } from '../shapes/samples.js'
import type { Asking } from '../visitor-calls.js'
import type { SamplesDesk } from './samples-desk.js'

/** The paths below `samples/{instance}`. */
export async function answerSamples(
  desk: SamplesDesk,
  asking: Asking,
  what: string,
  readBody: () => Promise<GateValue>,
): Promise<object> {
  switch (what) {
    case '':
      return desk.overview(asking)
    case 'ask':
      return desk.ask(asking, read(askedShape, await readBody()))
    case 'start':
      return desk.start(asking, read(taskShape, await readBody()))
    case 'jobs':
      return desk.jobs(asking)
    case 'result':
      return desk.result(asking, read(jobShape, await readBody()).id)
    case 'job':
      return desk.job(asking, read(jobShape, await readBody()).id)
    case 'stop':
      desk.stop(asking, read(jobShape, await readBody()).id)
      return {}
    case 'map':
      return desk.map(read(mapShape, await readBody()))
    case 'share':
      return desk.share(asking)
    default:
      throw new Refusal(404, 'there is nothing at this path')
  }
}

function read<Body>(shape: z.ZodMiniType<Body>, body: GateValue): Body {
  const found = shape.safeParse(body)
  if (found.success) return found.data
  throw new Refusal(400, 'the body does not have the form of this path')
}

const question = { sample: z.string(), question: z.string(), parameters: z.unknown() }
const askedShape: z.ZodMiniType<AskedSample> = z.object(question)
const jobShape = z.object({ id: z.string() })
const place = z.object({ latitude: z.number(), longitude: z.number() })
const mapShape: z.ZodMiniType<AskedMap> = z.object({ topLeft: place, bottomRight: place })

const rows = z.int().check(z.gte(1), z.lte(consoleLimits.SAMPLE_ROWS_MAX))
const taskShape: z.ZodMiniType<SampleTask> = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('load'),
    sample: z.string(),
    rows,
    index: z.enum(['before', 'after']),
  }),
  z.object({ kind: z.literal('drop'), sample: z.string() }),
  z.object({ kind: z.literal('ask'), ...question }),
  z.object({
    kind: z.literal('field'),
    change: z.enum(['add', 'remove', 'back', 'keep']),
    name: z.string(),
  }),
  z.object({ kind: z.literal('lab'), step: z.enum(labSteps) }),
])
