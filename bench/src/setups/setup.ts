import type { OrderDesk } from './questions/desk-questions.js'
import type { StoredOrder } from './questions/stored-order.js'
import type { RunningProcess } from './processes/running-process.js'

/** What a set-up is made with. */
export interface SetupContext {
  /** Where its data goes; it is removed afterwards. */
  readonly scratch: string
  /** Where software is kept that a run has fetched. */
  readonly software: string
  readonly shards: number
  /** Memory for caches, of all servers of the set-up together. */
  readonly cacheMb: number
  /** The moment at which the sample was closed. */
  readonly asOf: number
}

/** What another machine, or another server, costs. */
export interface Growth {
  readonly what: string
  /** Undefined where nothing had to be measured. */
  readonly movedRows?: number
  readonly seconds?: number
}

/** A way to keep orders and to answer questions about them, while it runs. */
export interface Setup {
  /** What was done to have it, step by step. */
  readonly steps: readonly string[]
  readonly desk: OrderDesk
  readonly processes: () => readonly Pick<RunningProcess, 'name' | 'pid'>[]
  /** Resolves when the orders are acknowledged; copies of them may come later. */
  readonly insert: (orders: readonly StoredOrder[]) => Promise<void>
  /** Resolves when every copy has all that was acknowledged. */
  readonly settle: () => Promise<void>
  /** What is done once when the orders are there; nothing in most set-ups. */
  readonly afterLoad?: () => Promise<void>
  /** Of these orders, how many the copy that answers does not have. */
  readonly missing: (orders: readonly StoredOrder[]) => Promise<number>
  readonly interruption: Interruption
  /** Adds a column that can be searched. */
  readonly addColumn: () => Promise<void>
  readonly columnSteps: readonly string[]
  readonly grow: () => Promise<Growth>
  readonly stop: () => Promise<void>
}

/** The end of whatever keeps the copy, as a crash would end it. */
export interface Interruption {
  readonly of: string
  readonly kill: () => Promise<void>
  readonly restart: () => Promise<void>
  /** Whether orders are acknowledged meanwhile. */
  readonly takesWrites: boolean
}

/** Starts a set-up, or says why it cannot run here. */
export type StartSetup = (context: SetupContext) => Promise<Setup | string>
