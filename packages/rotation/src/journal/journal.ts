import {
  type Client,
  type RowOf,
  type Table,
  type TableSchema,
  and,
  compare,
  isMissingTable,
  isRefusal,
} from '@rowhouse/client'
import { expectDefined, invariant } from '@rowhouse/platform'
import { rotationLimits } from '../limits.js'
import type { Month } from '../plan/months.js'
import { type Step, describeStep } from '../steps/step.js'
import { RotationLockedError } from '../rotation-error.js'

/** The archive of a month that was verified against its table. */
export interface VerifiedArchive {
  readonly month: Month
  readonly rows: number
  /** The digest of all rows, which is also in the archive's manifest. */
  readonly digest: string
  /** Milliseconds since the epoch. */
  readonly at: number
}

export type Outcome = 'begun' | 'done' | 'failed'

/** A step that was done to a set, and the runner that did it. */
export interface JournalEntry {
  readonly at: number
  readonly holder: string
  readonly step: string
  readonly outcome: Outcome
  readonly error: string | undefined
}

export interface Surroundings {
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly wait: (milliseconds: number) => Promise<void>
}

const LOCK = 'lock'
const STEP = 'step:'
const ARCHIVE = 'archive:'
/** Sorts after all entries of a kind. */
const END = '\uffff'

const journalSchema = (name: string) =>
  ({
    name,
    key: { set: 'string', entry: 'string' },
    columns: {
      holder: 'string',
      until: 'integer',
      at: 'integer',
      step: 'string',
      outcome: 'string',
      error: 'string',
      month: 'integer',
      rows: 'integer',
      digest: 'string',
    },
  }) as const satisfies TableSchema

type JournalSchema = ReturnType<typeof journalSchema>
type JournalRow = RowOf<JournalSchema>

/**
 * The table that records the steps done to sets, and the runner that may work on each. The rows of a set
 * are its lock, its steps in the order of time, and its archives by month.
 */
export class Journal {
  readonly #client: Client
  readonly #table: Table<JournalSchema>
  readonly #set: string

  constructor(client: Client, tableName: string, set: string) {
    this.#client = client
    this.#table = client.table(journalSchema(tableName))
    this.#set = set
  }

  /** Creates the table if it is missing. */
  async prepare(): Promise<void> {
    if ((await this.#client.tableNames()).includes(this.#table.schema.name)) return
    try {
      await this.#client.createTable(this.#table.schema)
    } catch (error) {
      if (!isRefusal(error, 'OTSObjectAlreadyExist')) throw error
    }
  }

  async archives(): Promise<ReadonlyMap<Month, VerifiedArchive>> {
    const found = new Map<Month, VerifiedArchive>()
    for await (const { month, rows, digest, at } of this.#entries(ARCHIVE)) {
      invariant(month !== undefined && digest !== undefined, 'an archive has a month and a digest')
      const archive = { rows: Number(rows), digest, at: Number(at) }
      found.set(Number(month), { month: Number(month), ...archive })
    }
    return found
  }

  async noteArchive({ month, rows, digest, at }: VerifiedArchive): Promise<void> {
    const entry = `${ARCHIVE}${String(month).padStart(6, '0')}`
    const columns = { month: BigInt(month), rows: BigInt(rows), digest, at: BigInt(at) }
    await this.#table.put({ set: this.#set, entry, ...columns })
  }

  async forgetArchive(month: Month): Promise<void> {
    const entry = `${ARCHIVE}${String(month).padStart(6, '0')}`
    await this.#table.delete({ set: this.#set, entry })
  }

  /** The entries, newest first. */
  async *history(limit: number): AsyncGenerator<JournalEntry, void, undefined> {
    for await (const row of this.#entries(STEP, { direction: 'backward', limit }))
      yield entryOf(row)
  }

  /** Undefined when no runner works on the set. */
  async lockHolder(now: number): Promise<string | undefined> {
    const lock = await this.#lockRow()
    return lock?.until === undefined || Number(lock.until) <= now ? undefined : lock.holder
  }

  /**
   * Takes the lock of the set. If a dead runner has left it locked, this waits until the lease ends. Throws
   * RotationLockedError while another runner renews the lock.
   */
  async lock(holder: string, surroundings: Surroundings): Promise<SetLock> {
    const first = await this.#tryLock(holder, surroundings.now())
    if (first.isMine) return this.#lockOf(holder, surroundings, first.until)
    await surroundings.wait(Math.max(0, first.until - surroundings.now()) + 1)
    const second = await this.#tryLock(holder, surroundings.now())
    if (second.isMine) return this.#lockOf(holder, surroundings, second.until)
    throw new RotationLockedError(`${second.holder} works on ${this.#set} at the moment`)
  }

  /** Also undefined when nothing was ever done to the set, and so there is no table. */
  async #lockRow(): Promise<JournalRow | undefined> {
    try {
      return await this.#table.get({ set: this.#set, entry: LOCK })
    } catch (error) {
      if (isMissingTable(error)) return undefined
      throw error
    }
  }

  async #tryLock(holder: string, now: number) {
    const key = { set: this.#set, entry: LOCK }
    const until = now + rotationLimits.LEASE_MS
    const known = await this.#lockRow()
    if (known?.until !== undefined && Number(known.until) > now)
      return {
        isMine: false,
        until: Number(known.until),
        holder: expectDefined(known.holder, 'the holder of a lock'),
      } as const
    const condition = known === undefined ? { row: 'missing' as const } : this.#stillOf(known)
    try {
      await this.#table.put({ ...key, holder, until: BigInt(until) }, { condition })
      return { isMine: true, until } as const
    } catch (error) {
      if (!isRefusal(error, 'OTSConditionCheckFail')) throw error
      return { isMine: false, until: now + rotationLimits.LEASE_MS, holder: 'somebody' } as const
    }
  }

  #stillOf({ holder = '', until = 0n }: JournalRow) {
    const { schema } = this.#table
    return {
      row: 'exists' as const,
      columns: and(compare(schema, 'holder', '=', holder), compare(schema, 'until', '=', until)),
    }
  }

  #lockOf(holder: string, { now }: Surroundings, first: number): SetLock {
    const key = { set: this.#set, entry: LOCK }
    let until = first
    let steps = 0
    const mine = () => ({ condition: this.#stillOf({ ...key, holder, until: BigInt(until) }) })
    return {
      renew: async () => {
        const next = now() + rotationLimits.LEASE_MS
        try {
          await this.#table.update(key, { set: { until: BigInt(next) } }, mine())
        } catch (error) {
          if (!isRefusal(error, 'OTSConditionCheckFail')) throw error
          throw new RotationLockedError(`the lock of ${this.#set} ended, somebody else has it`)
        }
        until = next
      },
      note: async (step, outcome, error) => {
        const at = now()
        const order = String(++steps).padStart(4, '0')
        const entry = `${STEP}${String(at).padStart(15, '0')}:${order}:${holder}`
        const text = error === undefined ? {} : { error }
        const columns = { at: BigInt(at), holder, step: describeStep(step), outcome, ...text }
        await this.#table.put({ set: this.#set, entry, ...columns })
      },
      release: async () => {
        try {
          await this.#table.delete(key, mine())
        } catch (error) {
          if (!isRefusal(error, 'OTSConditionCheckFail')) throw error
        }
      },
    }
  }

  async *#entries(
    kind: string,
    options: { readonly direction?: 'backward'; readonly limit?: number } = {},
  ): AsyncGenerator<JournalRow, void, undefined> {
    const set = this.#set
    const bounds = { from: { set, entry: kind }, to: { set, entry: kind + END } }
    try {
      yield* this.#table.range({ ...bounds, ...options })
    } catch (error) {
      // Without a table, nothing was ever done to a set.
      if (!isMissingTable(error)) throw error
    }
  }
}

/** The exclusive right to change a set, until it is released or lost. */
export interface SetLock {
  /** Throws RotationLockedError when the lock is lost. */
  renew(): Promise<void>
  note(step: Step, outcome: Outcome, error?: string): Promise<void>
  release(): Promise<void>
}

function entryOf({ at, holder, step, outcome, error }: JournalRow): JournalEntry {
  invariant(holder !== undefined && step !== undefined, 'a step of the journal tells what and who')
  const known = outcome === 'done' || outcome === 'failed' ? outcome : 'begun'
  return { at: Number(at), holder, step, outcome: known, error }
}
