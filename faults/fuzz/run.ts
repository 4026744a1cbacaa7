import { setTimeout as delay } from 'node:timers/promises'
import type { ReplyChecker } from './check-reply.js'
import { playScript } from './client/lone-connection.js'
import { PipelinedConnection } from './client/pipelined-connection.js'
import type { Reply } from './client/reply-reader.js'
import type { Control } from './control.js'
import { type FuzzCase, makeCase } from './fuzz-case.js'
import type { Health } from './health.js'
import type { LoneScript } from './http/broken-http.js'
import type { Signer } from './http/envelope.js'
import type { FuzzOptions } from './options.js'
import type { Report } from './report.js'
import type { TableKeeper } from './table-keeper.js'

/** A request that takes longer hangs. On a busy machine many take seconds. */
const TIMEOUT_MS = 60_000
const LONE_AT_ONCE_MAX = 16
/** The tables are created again after so many requests. */
const RENEW_AFTER = 20_000
const LOOK_EVERY_MS = 2000

export interface RunParts {
  readonly port: number
  readonly signer: Signer
  readonly control: Control
  readonly keeper: TableKeeper
  readonly health: Health
  readonly report: Report
  readonly checker: ReplyChecker
  readonly onProgress: (done: number, total: number) => void
}

/** Sends the requests [first, end) of a run, many at the same time, and checks every reply. */
export class FuzzRun {
  readonly #parts: RunParts
  readonly #options: FuzzOptions
  readonly #end: number
  readonly #total: number
  readonly #connections: PipelinedConnection<FuzzCase>[] = []
  readonly #finished: Promise<void>
  #resolve: () => void = () => undefined
  #reject: (error: unknown) => void = () => undefined
  #next: number
  #done = 0
  #lone = 0
  #isFilling = false

  constructor(parts: RunParts, options: FuzzOptions) {
    this.#parts = parts
    this.#options = options
    this.#next = options.only?.first ?? 0
    this.#end = options.only?.end ?? options.requests
    this.#total = this.#end - this.#next
    this.#finished = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
  }

  async run(died: Promise<string>): Promise<void> {
    const isOneByOne = this.#options.only !== undefined
    const connections = isOneByOne ? 1 : this.#options.connections
    const events = {
      onReply: (request: FuzzCase, reply: Reply) => this.#answered(request, reply),
      onBroken: (request: FuzzCase, reason: string) => this.#settle(request, reason),
    }
    for (let index = 0; index < connections; index++) {
      this.#connections.push(new PipelinedConnection(this.#parts.port, events))
    }
    const stop = new AbortController()
    const watch = this.#watch(stop.signal)
    watch.catch(this.#reject)
    try {
      if (this.#total > 0) this.#fill()
      const death = died.then((text) => {
        throw new Error(text)
      })
      if (this.#total > 0) await Promise.race([this.#finished, death])
    } finally {
      stop.abort()
      for (const connection of this.#connections) connection.close()
    }
    await watch
  }

  /** Gives the next requests to connections that have room. */
  #fill(): void {
    if (this.#isFilling) return
    this.#isFilling = true
    const { seed, operations } = this.#options
    const depth = this.#options.only === undefined ? this.#options.depth : 1
    for (const connection of this.#connections) {
      while (connection.underWay < depth && this.#next < this.#end) {
        if (this.#lone >= LONE_AT_ONCE_MAX) break
        const request = makeCase(seed, this.#next, this.#parts.signer, operations)
        this.#next += 1
        if (Buffer.isBuffer(request.play)) connection.send(request, request.play)
        else void this.#playLone(request, request.play)
      }
    }
    this.#isFilling = false
  }

  async #playLone(request: FuzzCase, script: LoneScript): Promise<void> {
    this.#lone += 1
    const { replies, problem } = await playScript(this.#parts.port, script, TIMEOUT_MS)
    this.#lone -= 1
    for (const reply of replies) this.#noticeTables(request, reply)
    this.#settle(request, problem ?? this.#judgeLone(request, script, replies))
  }

  #judgeLone(request: FuzzCase, script: LoneScript, replies: readonly Reply[]): string | undefined {
    if (replies.length < script.repliesMin || replies.length > script.repliesMax) {
      return `${replies.length} replies to "${script.title}"`
    }
    // The replies to HEAD have no bodies, so there is nothing to check.
    if (script.pieces[0]?.toString('latin1', 0, 5) === 'HEAD ') return undefined
    for (const reply of replies) {
      const wrong = this.#parts.checker.check(request, reply)
      if (wrong !== undefined) return `${script.title}: ${wrong}`
    }
    return undefined
  }

  #answered(request: FuzzCase, reply: Reply): void {
    this.#noticeTables(request, reply)
    this.#settle(request, this.#parts.checker.check(request, reply))
  }

  #noticeTables({ operation }: FuzzCase, reply: Reply): void {
    if (reply.status !== 200 || (operation !== 'CreateTable' && operation !== 'DeleteTable')) return
    this.#parts.keeper.tablesChanged().catch(this.#reject)
  }

  #settle(request: FuzzCase, problem: string | undefined): void {
    this.#parts.report.count(request, problem)
    this.#done += 1
    if (this.#done % RENEW_AFTER === 0) this.#parts.keeper.renew().catch(this.#reject)
    if (this.#done === this.#total) this.#resolve()
    else this.#fill()
  }

  /** Gives up requests that hang, and checks the server's health. */
  async #watch(signal: AbortSignal): Promise<void> {
    const { control, health, onProgress } = this.#parts
    let looking: Promise<void> = Promise.resolve()
    while (!signal.aborted) {
      await delay(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined)
      const overdue = performance.now() - TIMEOUT_MS
      for (const connection of [...this.#connections, control]) {
        if (connection.oldestSentAt < overdue) connection.giveUp('no answer in time')
      }
      onProgress(this.#done, this.#total)
      looking = looking.then(() => health.look())
      looking.catch(this.#reject)
    }
    await looking
  }
}
