import type { IncomingMessage } from 'node:http'
import { z } from 'zod/mini'
import type { VisitorCalls } from './visitor-calls.js'
import { readTextBody } from './http/read-text-body.js'
import { Refusal } from './refusal.js'
import type { Session } from './sessions/session-store.js'
import { type Asked, type GateValue, GateJsonError, readGateJson } from './shapes/index.js'

/** A request of a signed-in visitor, after its session and its token have been checked. */
export interface Visit {
  readonly request: IncomingMessage
  readonly session: Session
  readonly signal: AbortSignal
}

/** The paths below `api/` that need a session, with what follows them. */
export async function answerVisit(
  calls: VisitorCalls,
  path: string,
  visit: Visit,
): Promise<object> {
  const [kind = '', instance = '', table = ''] = path.split('/').map(decodeURIComponent)
  const asking = { visitor: visit.session.visitor, instance, signal: visit.signal }
  const { method } = visit.request
  if (kind === 'requests' && method === 'POST') return calls.ask(asking, await readAsked(visit))
  if (kind === 'tables' && method === 'GET') return { tables: await calls.tables(asking) }
  if (kind === 'partitions' && method === 'GET') return calls.partitions(asking, table)
  throw new Refusal(404, 'there is nothing at this path')
}

async function readAsked({ request }: Visit): Promise<Asked> {
  const body = await readJsonBody(request)
  const asked = askedShape.safeParse(body)
  if (!asked.success) throw new Refusal(400, 'the body has no request')
  return asked.data
}

export async function readJsonBody(request: IncomingMessage): Promise<GateValue> {
  try {
    return readGateJson(await readTextBody(request))
  } catch (error) {
    if (error instanceof GateJsonError) throw new Refusal(400, error.message)
    throw error
  }
}

/** The request itself is checked where it is encoded, and then by the service. */
const askedShape = z.object({
  request: z.custom<Asked['request']>((value) => typeof value === 'object' && value !== null),
  cut: z.optional(z.int().check(z.gte(1))),
  waitsForIndex: z.optional(z.boolean()),
})
