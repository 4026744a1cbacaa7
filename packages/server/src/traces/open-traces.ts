import type { Context, HrTime, Span, Tracer } from '@opentelemetry/api'
import type { SpanExporter } from '@opentelemetry/sdk-trace-base'
import { within } from '../door/within.js'
import { serverLimits } from '../limits.js'
import { tableOfRequest } from '../watch/table-of-request.js'
import { VERSION } from '../version.js'
import { type TraceSdk, loadSdk, loadSdkOrExplain } from './load-sdk.js'
import { parseTraceParent } from './trace-parent.js'
import type { TracedRequest, Traces } from './traces.js'

export interface TraceOptions {
  /** The address of the receiver without the path of the protocol, as in OTEL_EXPORTER_OTLP_ENDPOINT. */
  readonly url: string
  /** The time at which the engine's monotonic clock was 0, in milliseconds since the epoch. */
  readonly timeOrigin: number
  /** Called with the problem when spans cannot be sent, and with undefined when they can be again. */
  readonly onChange: (problem: Error | undefined) => void
  readonly load?: () => Promise<TraceSdk>
}

const TRACES_PATH = 'v1/traces'

/** Sends a span for every request to an OpenTelemetry receiver, by OTLP over HTTP. */
export async function openTraces(options: TraceOptions): Promise<Traces> {
  const sdk = await loadSdkOrExplain(options.load ?? loadSdk)
  const exporter = new sdk.exporter.OTLPTraceExporter({ url: tracesUrl(options.url) })
  const provider = new sdk.sdk.BasicTracerProvider({
    // OpenTelemetry's own variables win: OTEL_SERVICE_NAME, OTEL_RESOURCE_ATTRIBUTES.
    resource: sdk.resources
      .defaultResource()
      .merge(sdk.resources.resourceFromAttributes(serviceAttributes())),
    spanProcessors: [
      new sdk.sdk.BatchSpanProcessor(watched(exporter, options.onChange), {
        maxQueueSize: serverLimits.TRACE_SPANS_MAX,
        maxExportBatchSize: serverLimits.TRACE_BATCH_SPANS_MAX,
      }),
    ],
  })
  const recorder = new SpanRecorder(sdk.api, provider.getTracer('rowhouse', VERSION), options)
  return {
    record: (request) => recorder.record(request),
    close: () =>
      within(
        serverLimits.TRACE_FLUSH_MS,
        provider.shutdown().catch((error: unknown) => {
          options.onChange(error instanceof Error ? error : new Error(String(error)))
        }),
      ),
  }
}

function serviceAttributes(): Record<string, string> {
  const named = process.env['OTEL_SERVICE_NAME'] ?? ''
  const name = named === '' ? 'rowhouse' : named
  return { 'service.name': name, 'service.version': VERSION }
}

function tracesUrl(url: string): string {
  if (new URL(url).pathname.endsWith(`/${TRACES_PATH}`)) return url
  return `${url.replace(/\/+$/, '')}/${TRACES_PATH}`
}

/** Wraps an exporter to report whether it succeeds. */
function watched(exporter: SpanExporter, onChange: TraceOptions['onChange']): SpanExporter {
  let isFailing = false
  return {
    export: (spans, done) => {
      exporter.export(spans, (result) => {
        const { error } = result
        const failed = result.code !== 0
        if (failed !== isFailing) {
          isFailing = failed
          onChange(failed ? (error ?? new Error('spans cannot be sent')) : undefined)
        }
        done(result)
      })
    },
    forceFlush: async () => exporter.forceFlush?.(),
    shutdown: () => exporter.shutdown(),
  }
}

class SpanRecorder {
  readonly #api: TraceSdk['api']
  readonly #tracer: Tracer
  readonly #timeOrigin: number

  constructor(api: TraceSdk['api'], tracer: Tracer, { timeOrigin }: TraceOptions) {
    this.#api = api
    this.#tracer = tracer
    this.#timeOrigin = timeOrigin
  }

  record({ call, stages, code, endedAt }: TracedRequest): void {
    const { SpanKind, SpanStatusCode, trace, ROOT_CONTEXT } = this.#api
    const startedAt = call.sentAt - call.authentication
    const attributes = attributesOf(call, stages?.request, code)
    const span = this.#tracer.startSpan(
      call.operation,
      { kind: SpanKind.SERVER, startTime: this.#time(startedAt), attributes },
      this.#parent(call.traceParent),
    )
    if (code !== 'OK') span.setStatus({ code: SpanStatusCode.ERROR, message: code })
    if (span.isRecording()) {
      const context = trace.setSpan(ROOT_CONTEXT, span)
      this.#stage(context, 'authentication', startedAt, call.sentAt)
      const runsAt = Math.max(call.sentAt, stages?.startedAt ?? endedAt)
      this.#stage(context, 'queue', call.sentAt, runsAt)
      if (stages !== undefined) {
        const executedAt = stages.executedAt ?? endedAt
        const engine = this.#stage(context, 'engine', runsAt, executedAt)
        const { commitsFrom, commitsUntil } = stages
        if (commitsFrom !== undefined) {
          const inside = trace.setSpan(ROOT_CONTEXT, engine)
          this.#stage(inside, 'fsync', commitsFrom, Math.max(commitsFrom, commitsUntil))
        }
        this.#stage(context, 'encode', executedAt, endedAt)
      }
    }
    span.end(this.#time(endedAt))
  }

  #stage(context: Context, name: string, from: number, until: number): Span {
    const span = this.#tracer.startSpan(name, { startTime: this.#time(from) }, context)
    span.end(this.#time(until))
    return span
  }

  #parent(header: string | undefined): Context {
    const { ROOT_CONTEXT, trace } = this.#api
    const parent = parseTraceParent(header)
    if (parent === undefined) return ROOT_CONTEXT
    return trace.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote: true })
  }

  /** Seconds and nanoseconds since the epoch. */
  #time(monotonic: number): HrTime {
    const milliseconds = this.#timeOrigin + monotonic
    const seconds = Math.floor(milliseconds / 1000)
    return [seconds, Math.round((milliseconds - seconds * 1000) * 1e6)]
  }
}

/** Spans have no further attributes, and so nothing of rows, keys or secrets. */
function attributesOf(
  { instance, operation, requestId }: TracedRequest['call'],
  request: unknown,
  code: string,
): Record<string, string> {
  const table = tableOfRequest(request)
  return {
    'db.system.name': 'rowhouse',
    'db.namespace': instance,
    'db.operation.name': operation,
    'rowhouse.request_id': requestId,
    ...(table === undefined ? {} : { 'db.collection.name': table }),
    ...(code === 'OK' ? {} : { 'db.response.status_code': code, 'error.type': code }),
  }
}
