import { CursorMover, type Table } from '@rowhouse/engine'
import { Pause } from '@rowhouse/platform'
import { IndexDamagedError } from '@rowhouse/search-engine'
import { CatchUpWaits } from './catch-up-waits.js'
import { IndexNotKeptError, type KeeperEvent } from './index-keeper.js'
import { basisOf, describedIndex, isSameLife, isSameSchema, planIndex } from './index-plan.js'
import { IndexSession } from './index-session.js'
import { type KeeperContext, cursorName } from './keeper-context.js'
import { type IndexFailure, RecoveryPolicy } from './recovery-policy.js'

export type OnKeeperEvent = (event: Pick<KeeperEvent, 'kind' | 'error'>) => void

/**
 * Keeps one index: opens, builds and follows it, and opens it again after a failure, until it is closed.
 */
export class KeptIndex {
  readonly table: Table
  readonly number: number
  readonly id: number
  /** Resolves when the first attempt to open it has ended, in success or failure. */
  readonly opened: Promise<void>
  readonly #context: KeeperContext
  readonly #log: OnKeeperEvent
  readonly #waits: CatchUpWaits
  readonly #cursor: CursorMover
  readonly #recovery: RecoveryPolicy
  readonly #pause = new Pause()
  /** Whether it waits between two attempts to open it. */
  #isPausing = false
  readonly #ended: Promise<void>
  #isClosed = false
  #session: IndexSession | undefined
  #isOpen = false
  #failure: IndexFailure | undefined
  /** A failure reported from outside the session, which ends the session. */
  #reported: { readonly error: unknown } | undefined
  /** Whether the search engine's content must be dropped. */
  #mustEmpty = false
  /**
   * True while rows that searches have found before may be missing: a rebuild is running, or lost images
   * are given again or are not searchable yet. True until the index is known to be new.
   */
  #isBuiltAgain = true
  /** The position that earlier sessions had reached. */
  #reached = 0
  #attempts: (() => void)[] = []

  constructor(
    context: KeeperContext,
    table: Table,
    number: number,
    id: number,
    log: OnKeeperEvent,
  ) {
    this.table = table
    this.number = number
    this.id = id
    this.#context = context
    this.#log = log
    this.#recovery = new RecoveryPolicy(context.retryMs)
    this.#waits = new CatchUpWaits(() => this.#refresh())
    this.#cursor = new CursorMover(context.store, cursorName(id), (error) =>
      log({ kind: 'failed', error }),
    )
    this.opened = this.#nextAttempt()
    this.#ended = this.#run()
  }

  /** The current session, or the last one until another begins. */
  get session(): IndexSession | undefined {
    return this.#session
  }

  get isOpen(): boolean {
    return this.#isOpen
  }

  get failure(): IndexFailure | undefined {
    return this.#failure
  }

  /** Whether rows are missing that searches have found before. */
  get isShort(): boolean {
    const { state } = this.#failure ?? {}
    if (this.#mustEmpty || state === 'damaged' || state === 'needsRebuild') return true
    return this.#isBuiltAgain
  }

  /** Called for a new index: no search has found any of its rows before. */
  isNew(): void {
    this.#isBuiltAgain = false
  }

  /** Called when the search engine has made everything before the position durable. */
  durable(position: number): void {
    if (!this.#isClosed) this.#cursor.moveTo(position)
  }

  caughtUp(): Promise<void> {
    if (this.#isClosed) return Promise.reject(new IndexNotKeptError('it is gone'))
    if (this.#failure !== undefined) return Promise.reject(notKept(this.#failure.error))
    const waiting = this.#waits.wait(this.#context.store.visibleEnd)
    this.#settleWaits()
    return waiting
  }

  /** Waits for an opening in progress; whether the index is open. */
  async openedAgain(): Promise<boolean> {
    while (!this.#isOpen && !this.#isClosed && !this.#isPausing) await this.#nextAttempt()
    return this.#isOpen
  }

  rebuild(): Promise<void> {
    if (this.#isClosed) return Promise.resolve()
    this.#mustEmpty = true
    this.#recovery.forget()
    const attempt = this.#nextAttempt()
    this.#endSession()
    return attempt
  }

  /** Begins a new session when the catalogue has changed the index's plan. */
  compareWithCatalog(): void {
    const described = describedIndex(this.table, this.number)
    const plan = this.#session?.plan
    if (described === undefined || plan === undefined || this.#isClosed) return
    const basis = basisOf(this.table, described)
    if (isSameSchema(plan.basis, basis) && isSameLife(plan.basis, basis)) return
    this.#endSession()
  }

  /** Called when the search engine has lost what was not durable, from where the feed continues. */
  reset(): void {
    this.#isBuiltAgain = true
    this.#endSession()
  }

  /** Checks for damage, and for images that were given but are lost. */
  async check(): Promise<void> {
    const session = this.#session
    if (!this.#isOpen || session === undefined) return
    const { given } = session
    const figures = await this.#context.search.describe(this.id)
    if (session !== this.#session || !this.#isOpen) return
    if (figures.state === 'damaged') {
      this.#report(new IndexDamagedError(`search index ${this.id}`, figures.problem))
    } else if (figures.applied < given) {
      this.#report(new Error('the search engine has lost what it was given'))
    }
  }

  /** Resolves once all work on the index has ended. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.#endSession()
    this.#waits.rejectAll(new IndexNotKeptError('it is gone'))
    await this.#ended
    await this.#cursor.close()
  }

  async #run(): Promise<void> {
    while (!this.#isClosed) {
      try {
        const session = await this.#open()
        // A rebuild or a close may have been requested while it was being opened or emptied.
        if (this.#mustEmpty || this.#isClosed) session.stop()
        if (session.isStopped) continue
        this.#opened()
        await this.#runToItsEnd(session)
        this.#throwReported()
      } catch (error) {
        this.#isOpen = false
        if (!this.#isClosed) await this.#handleFailure(error)
      }
      this.#isOpen = false
    }
    this.#resolveAttempts()
  }

  async #open(): Promise<IndexSession> {
    const described = describedIndex(this.table, this.number)
    if (described === undefined) throw new IndexNotKeptError('it is being dropped')
    const plan = planIndex(this.table, described)
    const before = this.#session?.plan
    if (before !== undefined && !isSameSchema(before.basis, plan.basis)) this.#mustEmpty = true
    if (this.#mustEmpty) await this.#empty()
    let isBehind = false
    const session = new IndexSession(this.#context, this.table, plan, this.#cursor, {
      advanced: () => {
        this.#recovery.recovered()
        this.#settleWaits()
        if (!isBehind || session.applied < this.#reached) return
        isBehind = false
        void this.#show(session)
      },
      built: () => {
        this.#log({ kind: 'built' })
        void this.#show(session)
      },
    })
    this.#session = session
    await session.open()
    if (session.build !== undefined) return session
    isBehind = session.applied < this.#reached
    // An index that was complete when the process began can be searched as it is.
    if (isBehind) this.#isBuiltAgain = true
    else if (before === undefined) this.#isBuiltAgain = false
    else void this.#show(session)
    return session
  }

  /** A complete index counts as short until all of it is searchable. */
  async #show(session: IndexSession): Promise<void> {
    try {
      await this.#refresh()
      if (session === this.#session && !session.isStopped) this.#isBuiltAgain = false
    } catch {
      // The failure is reported, and the next session calls this again when the index is complete.
    }
  }

  async #empty(): Promise<void> {
    this.#mustEmpty = false
    try {
      await this.#context.search.drop(this.id)
      this.#isBuiltAgain = true
      this.#reached = 0
    } catch (error) {
      this.#mustEmpty = true
      throw error
    }
  }

  #opened(): void {
    this.#failure = undefined
    this.#isOpen = true
    this.#log({ kind: 'opened' })
    this.#resolveAttempts()
    this.#settleWaits()
  }

  async #handleFailure(error: unknown): Promise<void> {
    this.#reported = undefined
    const failure = this.#recovery.failed(error, this.#context.clock.now())
    this.#failure = failure
    if (failure.state !== 'failing') this.#mustEmpty = true
    this.#log({ kind: failure.state === 'failing' ? 'failed' : failure.state, error })
    if (failure.retryAfterMs === undefined) this.#log({ kind: 'gaveUp', error })
    this.#isPausing = true
    this.#waits.rejectAll(notKept(error))
    this.#resolveAttempts()
    await this.#pause.wait(failure.retryAfterMs)
    this.#isPausing = false
  }

  #report(error: unknown): void {
    this.#reported ??= { error }
    this.#endSession()
  }

  /** Ends the session. Until the next one is open, the index does not count as caught up. */
  #endSession(): void {
    this.#isOpen = false
    this.#reached = Math.max(this.#reached, this.#session?.applied ?? 0)
    this.#session?.stop()
    this.#pause.end()
  }

  /** Ignores the failure of a session that is being stopped: the next one begins anyway. */
  async #runToItsEnd(session: IndexSession): Promise<void> {
    try {
      await session.run()
    } catch (error) {
      if (!session.isStopped) throw error
    }
  }

  #throwReported(): void {
    const reported = this.#reported
    this.#reported = undefined
    if (reported !== undefined) throw reported.error
  }

  async #refresh(): Promise<void> {
    const session = this.#session
    try {
      await this.#context.search.refresh(this.id)
    } catch (error) {
      // Emptying the index makes calls fail, which is not a failure of the next session.
      if (session === this.#session && session?.isStopped === false) this.#report(error)
      throw notKept(error)
    }
  }

  #settleWaits(): void {
    this.#waits.applied(() => {
      const session = this.#session
      return this.#isOpen && session?.build === undefined ? (session?.applied ?? -1) : -1
    })
  }

  #nextAttempt(): Promise<void> {
    return new Promise((resolve) => {
      this.#attempts.push(resolve)
    })
  }

  #resolveAttempts(): void {
    for (const resolve of this.#attempts.splice(0)) resolve()
  }
}

function notKept(error: unknown): IndexNotKeptError {
  return error instanceof IndexNotKeptError ? error : new IndexNotKeptError(String(error))
}
