import {
  engineLimits,
  type HeldMemory,
  LogFailedError,
  type MemoryBudget,
  type MemoryOwner,
  type OpenEngine,
  RequestGoneError,
} from '@rowhouse/engine'
import { LentMemory } from '@rowhouse/platform'
import { TablestoreError, encodeError, errors } from '@rowhouse/protocol'
import type { Admission } from './admission/admission.js'
import type { Place } from './admission/tenant.js'
import type { ColumnHeat } from './column-heat/column-heat.js'
import type { DiskMonitor } from './disk-monitor.js'
import type { Operation } from './dispatch-table.js'
import type { Call, EngineGate, Page, Refusal, ReplyTarget } from './door/messages.js'
import type { Logger } from './logging.js'
import { serverLimits } from './limits.js'
import type { SearchHost } from './search-host.js'
import type { RequestFigures } from './metrics/request-figures.js'
import type { StorageHealth } from './storage-health.js'
import { Stages } from './stages.js'
import { TimedStore } from './timed-store.js'
import type { Traces } from './traces/traces.js'
import type { RequestWatch } from './watch/request-watch.js'

export interface EngineHostOptions {
  readonly engine: OpenEngine
  readonly search: SearchHost
  readonly heat: ColumnHeat
  readonly operations: ReadonlyMap<string, Operation>
  readonly storage: StorageHealth
  readonly disk: DiskMonitor
  readonly figures: RequestFigures
  readonly logger: Logger
  readonly renderMetrics: () => Promise<string>
  readonly admission: Admission
  /** The budget of all admitted requests. */
  readonly memory: MemoryBudget
  readonly traces?: Traces | undefined
  readonly watch: RequestWatch
  /** Requests that take at least this many milliseconds are logged with their stages. */
  readonly slowRequest: number
}

/** The owner of a call's memory, for the memory budget. */
class CallOwner implements MemoryOwner {
  readonly tenant: string
  readonly #target: ReplyTarget
  readonly #place: Place
  readonly #admission: Admission
  /** The number of the call's requests for memory that are waiting. */
  #waiting = 0

  constructor(tenant: string, target: ReplyTarget, place: Place, admission: Admission) {
    this.tenant = tenant
    this.#target = target
    this.#place = place
    this.#admission = admission
  }

  get isGone(): boolean {
    return this.#target.isGone === true
  }

  pause(): void {
    this.#waiting += 1
    if (this.#waiting === 1) this.#admission.pause(this.#place)
  }

  resume(): void {
    this.#waiting -= 1
    if (this.#waiting === 0) this.#admission.resume(this.#place)
  }

  cut(): void {
    this.#target.cut?.()
  }
}

/** The engine's side of the gate: it admits calls, runs them, answers them, counts and logs. */
export class EngineHost implements EngineGate {
  readonly bodyMemory = new LentMemory({
    bytesMin: serverLimits.BODY_MEMORY_BYTES_MIN,
    keptBytes: serverLimits.BODY_MEMORY_KEPT_BYTES,
    isOverwritten: true,
  })
  readonly #options: EngineHostOptions
  readonly #busy: Buffer
  #isDraining = false
  /** Set once the commit log has failed: reads continue, and writes need a restart of the server. */
  #hasLogFailed = false

  constructor(options: EngineHostOptions) {
    this.#options = options
    const { code, message } = errors.serverBusy()
    this.#busy = encodeError(code, message)
  }

  submit(call: Call, target: ReplyTarget): void {
    const { figures, operations } = this.#options
    const operation = operations.get(call.operation)
    if (operation === undefined) {
      this.#answerError(call, target, errors.unsupportedOperation(call.operation))
      return
    }
    if (operation.access === 'write' && this.#refusesWrite(operation)) {
      figures.diskRefusals += 1
      this.#answerBusy(call, operation, target)
      return
    }
    this.#options.admission.enter({
      instance: call.instance,
      keyId: call.keyId,
      bytes: call.body.length,
      isWrite: operation.access === 'write',
      start: (place) => void this.#run(call, operation, target, place),
      refuse: () => {
        figures.busyRefusals += 1
        this.#answerBusy(call, operation, target)
      },
    })
  }

  /** Checked before admission, so that a refused write takes no place in the queue. */
  #refusesWrite({ freesSpace }: Operation): boolean {
    const { storage, disk } = this.#options
    return storage.problem() !== undefined || (!freesSpace && disk.isLow())
  }

  page(page: Page, target: ReplyTarget): void {
    if (page === 'ready') {
      this.#answerReady(target)
      return
    }
    this.#options.renderMetrics().then(
      (text) => target.reply(200, Buffer.from(text)),
      (error: unknown) => {
        this.#options.logger.error({ err: error }, 'metrics page failed')
        target.reply(500, Buffer.from('the metrics page failed; the log says why\n'))
      },
    )
  }

  refused(refusal: Refusal): void {
    const { figures, logger } = this.#options
    const { requestId, operation, code, message } = refusal
    if (refusal.tolerated) {
      figures.toleratedRequests += 1
      logger.warn({ requestId, operation, code, reason: message }, 'request let pass unverified')
      return
    }
    figures.of(operation).count(code)
    if (code === 'OTSInternalServerError') {
      figures.uncaughtErrors += 1
      logger.error({ requestId, operation, reason: message }, 'door failed')
      return
    }
    logger.debug({ requestId, operation, code, reason: message }, 'request refused')
  }

  /** From now on the readiness page answers "not ready". */
  drain(): void {
    this.#isDraining = true
  }

  async #run(call: Call, operation: Operation, target: ReplyTarget, place: Place): Promise<void> {
    const { search, heat, admission } = this.#options
    const memory = this.#options.memory.open(
      new CallOwner(call.instance, target, place, admission),
      call.body.length,
    )
    const engine = { ...this.#options.engine, memory }
    const stages = new Stages(engine.clock)
    const running = this.#options.watch.begins(call, stages)
    let code = 'OK'
    let status = 200
    let body: Buffer
    try {
      // The instance may have been deleted and created again meanwhile. A call for the old one is not for
      // the new one.
      if (!admission.serves(call.instance, call.keyId)) throw errors.accessKeyNotExist()
      const timed =
        operation.access === 'write'
          ? { ...engine, store: new TimedStore(engine.store, stages) }
          : engine
      body = await operation.run({ engine: timed, search, heat }, call, stages)
    } catch (error) {
      const known = this.#toClientError(error, call)
      code = known.code
      status = known.status
      body = encodeError(code, known.message)
    }
    this.#options.watch.ends(running)
    admission.leave(place)
    this.#finish(call, operation, stages, code)
    if (target.spent !== undefined) {
      const endedAt = engine.clock.monotonic()
      target.spent(stages.times(call.authentication, call.sentAt, endedAt), stages.searchTimes)
    }
    // What is left of the decoded request, for traces and the slow log, are names.
    if (memory.isBodyDone && code === 'OK') this.bodyMemory.giveBack(call.body)
    this.#reply(target, status, body, memory)
  }

  /** The request holds the memory of a large reply until the system has taken it or the client has gone. */
  #reply(target: ReplyTarget, status: number, body: Buffer, memory: HeldMemory): void {
    if (body.length < engineLimits.REPLY_MEMORY_BYTES_MIN) {
      memory.close()
      target.reply(status, body)
      return
    }
    memory.sends(body.length)
    target.reply(status, body, (isTaken) => {
      if (isTaken) this.#options.engine.replyMemory.giveBack(body)
      memory.close()
    })
  }

  #finish(call: Call, operation: Operation, stages: Stages, code: string): void {
    const { engine, figures, logger, slowRequest, watch } = this.#options
    const endedAt = engine.clock.monotonic()
    this.#options.traces?.record({ call, stages, code, endedAt })
    const ofOperation = figures.of(operation.name)
    ofOperation.count(code)
    const took = endedAt - call.sentAt + call.authentication
    ofOperation.latency.observe(took / 1000)
    watch.recent.count(call.instance, operation.name, code, took / 1000)
    if (code === 'OK' && operation.access === 'write') watch.succeeded(call, stages)
    if (took < slowRequest) return
    figures.slowRequests += 1
    const { requestId, instance } = call
    const times = stages.times(call.authentication, call.sentAt, endedAt)
    watch.slow(call, stages, code, times)
    logger.warn(
      { requestId, instance, operation: operation.name, code, stages: times },
      'slow request',
    )
  }

  /** Errors that are not meant for clients become a log line and a counter, and tell the client nothing. */
  #toClientError(error: unknown, call: Call): TablestoreError {
    if (error instanceof TablestoreError && error.code !== 'OTSInternalServerError') return error
    // The client has gone, so nobody reads this answer.
    if (error instanceof RequestGoneError) return errors.serverBusy()
    const { figures, logger, disk } = this.#options
    const { requestId, instance, operation } = call
    if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') {
      figures.diskRefusals += 1
      disk.noticeFull()
      logger.warn({ requestId, instance, operation, err: error }, 'no space left on the disk')
      return errors.serverBusy()
    }
    if (error instanceof LogFailedError && !this.#hasLogFailed) {
      this.#hasLogFailed = true
      logger.fatal({ err: error }, 'the commit log has failed: restart the server to write again')
    }
    figures.uncaughtErrors += 1
    logger.error({ requestId, instance, operation, err: error }, 'request failed')
    return errors.internalServerError()
  }

  #answerBusy(call: Call, operation: Operation, target: ReplyTarget): void {
    const { code, status } = errors.serverBusy()
    const { traces, engine, watch } = this.#options
    traces?.record({ call, stages: undefined, code, endedAt: engine.clock.monotonic() })
    this.#options.figures.of(operation.name).count(code)
    watch.recent.count(call.instance, operation.name, code, undefined)
    target.reply(status, this.#busy)
  }

  #answerError(call: Call, target: ReplyTarget, error: TablestoreError): void {
    this.#options.figures.of(call.operation).count(error.code)
    target.reply(error.status, encodeError(error.code, error.message))
  }

  #answerReady(target: ReplyTarget): void {
    const problem = this.#problem()
    if (problem === undefined) target.reply(200, Buffer.from('ready\n'))
    else target.reply(503, Buffer.from(`${problem}\n`))
  }

  #problem(): string | undefined {
    if (this.#isDraining) return 'shutting down'
    const { storage, disk } = this.#options
    const problem = storage.problem()
    if (problem !== undefined) return problem
    if (this.#hasLogFailed) return 'the commit log has failed: restart the server to write again'
    return disk.isLow() ? 'low on disk space: writes are refused' : undefined
  }
}
