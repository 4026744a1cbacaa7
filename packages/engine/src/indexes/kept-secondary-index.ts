import { engineLimits } from '../limits.js'
import { LogTrimmedError } from '../log/log-errors.js'
import { Pause } from '@rowhouse/platform'
import type { Table } from '../tables/table-description.js'
import { GlobalIndexSession } from './global-index-session.js'
import type { IndexContext } from './index-context.js'
import type { IndexSession, SessionEvents } from './secondary-index-session.js'
import { LocalIndexSession } from './local-index-session.js'
import type { IndexCreation } from '../tables/table-parts.js'
import { LagHold } from './lag-hold.js'
import { IndexNotKeptError, type IndexStatus } from './secondary-indexes.js'

interface Wait {
  readonly position: number
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/** Keeps one index: opens, builds and follows it, and starts again after a failure. */
export class KeptIndex {
  readonly main: Table
  readonly index: Table
  /** Used by global indexes. */
  readonly hold: LagHold
  readonly #context: IndexContext
  readonly #onError: (error: unknown) => void
  readonly #pause = new Pause()
  readonly #ended: Promise<void>
  #creation: IndexCreation | undefined
  #session: IndexSession | undefined
  #isOpen = false
  #isClosed = false
  #mustRebuild = false
  readonly #keptSince: number
  #followedRows = 0
  #failures = 0
  /** Of the current session. */
  #advances = 0
  #problem = ''
  #waits: Wait[] = []
  #begun: (() => void)[] = []

  constructor(
    context: IndexContext,
    main: Table,
    index: Table,
    creation: IndexCreation | undefined,
    onError: (error: unknown) => void,
  ) {
    this.#context = context
    this.#keptSince = context.clock.now()
    this.hold = new LagHold({
      visibleEnd: () => context.store.visibleEnd,
      now: () => context.clock.monotonic(),
      lagBytes: context.heldLagBytes,
      waitMs: engineLimits.INDEX_HELD_MS_MAX,
    })
    if (index.description.index?.type === 'GLOBAL') context.times()
    this.main = main
    this.index = index
    this.#creation = creation
    this.#onError = onError
    this.#ended = this.#run()
  }

  /** An index is readable (INCR) only when it is known to be complete. */
  get phase(): 'FULL' | 'INCR' {
    return this.#isOpen && this.#session?.state.build === undefined ? 'INCR' : 'FULL'
  }

  get isGlobal(): boolean {
    return this.index.description.index?.type === 'GLOBAL'
  }

  /** Resolves when the next session has completed its build, has done some of it, or has failed. */
  begun(): Promise<void> {
    if (this.#isClosed) return Promise.resolve()
    return new Promise((resolve) => {
      this.#begun.push(resolve)
    })
  }

  caughtUp(): Promise<void> {
    if (this.#isClosed) return Promise.reject(new IndexNotKeptError('it is gone'))
    if (this.#problem !== '') return Promise.reject(new IndexNotKeptError(this.#problem))
    return new Promise((resolve, reject) => {
      this.#waits.push({ position: this.#context.store.visibleEnd, resolve, reject })
      this.#settleWaits()
    })
  }

  rebuild(): Promise<void> {
    this.#mustRebuild = true
    this.#isOpen = false
    const begun = this.begun()
    this.#session?.stop()
    this.#pause.end()
    return begun
  }

  status(): IndexStatus {
    const session = this.#session
    const position = session?.state.position ?? 0
    const { visibleEnd } = this.#context.store
    const build = session?.state.build
    return {
      phase: this.phase,
      builtRows: build?.rows ?? 0,
      builtTo: build?.stage === 'rows' ? build.last : undefined,
      followedRows: this.#followedRows,
      lagBytes: this.isGlobal && this.#isOpen ? Math.max(0, visibleEnd - position) : 0,
      lagMs: this.isGlobal && this.#isOpen ? this.#lagMs(position) : 0,
      damagedRows: session?.damagedRows ?? 0,
      ...this.hold.figures,
      problem: this.#problem,
    }
  }

  #lagMs(position: number): number {
    const { clock, times } = this.#context
    return Math.max(0, clock.now() - (times().upTo(position) ?? this.#keptSince))
  }

  /** Resolves once all work on the index has ended. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.#isOpen = false
    this.#session?.stop()
    this.#pause.end()
    this.#rejectWaits('it is gone')
    await this.#ended
    this.#resolveBegun()
  }

  async #run(): Promise<void> {
    while (!this.#isClosed) {
      const session = this.#newSession()
      this.#session = session
      this.#advances = 0
      try {
        await this.#open(session)
        this.#opened(session)
        await session.run()
      } catch (error) {
        if (!this.#isClosed) await this.#handleFailure(error)
      }
      this.#isOpen = false
      this.hold.lift()
    }
  }

  async #open(session: IndexSession): Promise<void> {
    const mustRebuild = this.#mustRebuild
    // A rebuild that is requested while the session opens applies to the next session.
    this.#mustRebuild = false
    try {
      await session.open(this.#creation, mustRebuild)
    } catch (error) {
      this.#mustRebuild ||= mustRebuild
      throw error
    }
    this.#creation = undefined
  }

  #newSession(): IndexSession {
    const events: SessionEvents = {
      advanced: () => {
        this.#failures = 0
        if (this.phase === 'INCR' || ++this.#advances >= engineLimits.INDEX_SLICES_AWAITED) {
          this.#resolveBegun()
        }
        this.hold.advanced(session.state.position)
        this.#settleWaits()
      },
      followed: (rows) => {
        this.#followedRows += rows
      },
      cursorFailed: this.#onError,
    }
    const session: IndexSession = this.isGlobal
      ? new GlobalIndexSession(this.#context, this.main, this.index, events, this.#failures > 0)
      : new LocalIndexSession(this.#context, this.main, this.index, events)
    return session
  }

  #opened(session: IndexSession): void {
    this.#problem = ''
    // A close or a rebuild may have been requested while it was being opened.
    if (this.#isClosed || this.#mustRebuild) return session.stop()
    this.#isOpen = true
    this.hold.advanced(session.state.position)
    if (session.state.build === undefined) this.#resolveBegun()
    this.#settleWaits()
  }

  async #handleFailure(error: unknown): Promise<void> {
    this.#isOpen = false
    this.hold.lift()
    this.#problem = String(error)
    // What is trimmed from the log is read from the table again.
    if (error instanceof LogTrimmedError) this.#mustRebuild = true
    this.#onError(error)
    this.#rejectWaits(this.#problem)
    this.#resolveBegun()
    const wait = this.#context.retryMs * 2 ** Math.min(this.#failures++, 20)
    await this.#pause.wait(Math.min(wait, engineLimits.INDEX_RETRY_MS_MAX))
  }

  /** A local index has everything visible as soon as it is complete. */
  #settleWaits(): void {
    if (this.#waits.length === 0 || this.phase === 'FULL') return
    const applied = this.isGlobal ? (this.#session?.state.position ?? 0) : Infinity
    const ready = this.#waits.filter(({ position }) => position <= applied)
    this.#waits = this.#waits.filter(({ position }) => position > applied)
    for (const { resolve } of ready) resolve()
  }

  #rejectWaits(why: string): void {
    for (const { reject } of this.#waits.splice(0)) reject(new IndexNotKeptError(why))
  }

  #resolveBegun(): void {
    for (const resolve of this.#begun.splice(0)) resolve()
  }
}
