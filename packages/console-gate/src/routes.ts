import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FieldSchema } from '@rowhouse/protocol'
import { z } from 'zod/mini'
import type { AdviceDesk } from './advice/advice-desk.js'
import { adviseTable, firstBounds } from './advice/advise-table.js'
import { streamAdvice } from './advice/stream-advice.js'
import type { AdminCalls } from './admin-calls.js'
import type { Asking, VisitorCalls } from './visitor-calls.js'
import type { ExportDesk } from './exports/export-desk.js'
import { readTextBody } from './http/read-text-body.js'
import { Refusal } from './refusal.js'
import type { Session } from './sessions/session-store.js'
import { answerSamples } from './samples/sample-routes.js'
import type { SamplesDesk } from './samples/samples-desk.js'
import {
  type Asked,
  type DefinedColumnsChange,
  type GateValue,
  GateJsonError,
  type SearchIndexChange,
  readGateJson,
} from './shapes/index.js'

/** A request of a signed-in visitor, after its session and its token have been checked. */
export interface Visit {
  readonly request: IncomingMessage
  readonly session: Session
  readonly signal: AbortSignal
}

/** Who answers. */
export interface Desks {
  readonly calls: VisitorCalls
  readonly admin: AdminCalls
  readonly samples: SamplesDesk
  readonly exports: ExportDesk
  readonly advice: AdviceDesk
}

/** The paths below `api/` that need a session, with what follows them. */
export async function answerVisit(
  { calls, admin, samples, exports, advice }: Desks,
  path: string,
  visit: Visit,
): Promise<object> {
  const [kind = '', instance = '', table = ''] = namesIn(path)
  const asking = { visitor: visit.session.visitor, instance, signal: visit.signal }
  const { method } = visit.request
  if (kind === 'requests' && method === 'POST') return calls.ask(asking, await readAsked(visit))
  if (kind === 'tables' && method === 'GET') return { tables: await calls.tables(asking) }
  if (kind === 'search-indexes' && method === 'GET')
    return { indexes: await calls.searchIndexes(asking) }
  if (kind === 'search-indexes' && method === 'POST') {
    return calls.changeSearchIndex(asking, await readIndexChange(visit))
  }
  if (kind === 'advice' && method === 'GET') {
    return adviseTable(
      advice,
      { ...advisedOf(calls, asking, table), bounds: firstBounds },
      visit.signal,
    )
  }
  if (kind === 'defined-columns' && method === 'POST') {
    return calls.changeDefinedColumns(asking, await readColumnsChange(visit))
  }
  if (kind === 'partitions' && method === 'GET') return calls.partitions(asking, table)
  if (kind === 'instances' && method === 'POST') {
    return admin.instances(asking.visitor, await readJsonBody(visit.request))
  }
  if (kind === 'exports') {
    if (method === 'POST') return exports.stop(asking, table)
    if (method === 'GET') return exports.progress(asking, table)
  }
  if (kind === 'bill' && method === 'GET') return admin.bill(asking.visitor, instance)
  if (kind === 'watch' && method === 'GET') return admin.watch(asking.visitor, instance)
  if (kind === 'history' && method === 'GET') {
    return admin.history(asking.visitor, instance, Number(table))
  }
  const looksAtSamples = table === '' || table === 'jobs'
  if (kind === 'samples' && method === (looksAtSamples ? 'GET' : 'POST')) {
    return answerSamples(samples, asking, table, () => readJsonBody(visit.request))
  }
  throw new Refusal(404, 'there is nothing at this path')
}

const advisedOf = (calls: VisitorCalls, asking: Asking, table: string) => ({
  client: calls.client(asking, () => {}),
  table,
  touches: () => calls.columns(asking, table),
})

/**
 * Answers that come in pieces: `export/{instance}/{id}`, whose question says what is exported, and
 * `more-advice/{instance}/{table}`. Undefined for every other path.
 */
export function streamVisit(
  { exports, calls, advice }: Desks,
  path: string,
  { request, session, signal }: Visit,
  response: ServerResponse,
): Promise<void> | undefined {
  const [kind, instance = '', name = ''] = namesIn(path)
  const asking = { visitor: session.visitor, instance, signal }
  if (request.method !== 'GET') return undefined
  if (kind === 'more-advice') {
    return streamAdvice(advice, advisedOf(calls, asking, name), signal, response)
  }
  if (kind !== 'export') return undefined
  const { searchParams } = new URL(request.url ?? '', 'http://console')
  return exports.stream(asking, name, searchParams.get('asked') ?? '', response)
}

function namesIn(path: string): readonly string[] {
  try {
    return path.split('/').map(decodeURIComponent)
  } catch (error) {
    if (error instanceof URIError)
      throw new Refusal(400, 'the path is not encoded as addresses are')
    throw error
  }
}

async function readAsked({ request }: Visit): Promise<Asked> {
  const body = await readJsonBody(request)
  const asked = askedShape.safeParse(body)
  if (!asked.success) throw new Refusal(400, 'the body has no request')
  return asked.data
}

async function readIndexChange({ request }: Visit): Promise<SearchIndexChange> {
  const change = indexChangeShape.safeParse(await readJsonBody(request))
  if (!change.success) throw new Refusal(400, 'the body is no change of a search index')
  return change.data
}

async function readColumnsChange({ request }: Visit): Promise<DefinedColumnsChange> {
  const change = columnsChangeShape.safeParse(await readJsonBody(request))
  if (!change.success) throw new Refusal(400, 'the body is no change of defined columns')
  return change.data
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

/** The service checks it. */
const field = z.custom<FieldSchema>((value) => typeof value === 'object' && value !== null)

const indexChangeShape = z.object({
  table: z.string(),
  index: z.string(),
  timeToLive: z.optional(z.int()),
  addedFields: z.optional(z.array(field)),
  otherFields: z.optional(z.array(field)),
  swapWith: z.optional(z.string()),
})

const columnsChangeShape = z.object({
  table: z.string(),
  added: z.array(
    z.object({
      name: z.string(),
      type: z.enum(['STRING', 'INTEGER', 'DOUBLE', 'BOOLEAN', 'BINARY']),
    }),
  ),
  removed: z.array(z.string()),
})
