import { z } from 'zod/mini'
import { changingOperations } from '../watch/request-watch.js'
import type { Watch } from '../watch/watch.js'
import { watchServer } from '../watch/watch-server.js'

/** What an operator watches of a running server; with an instance, only what belongs to it. */
export const watchCommand = z.discriminatedUnion('action', [
  z.object({ action: z.literal('watch'), instance: z.optional(z.string()) }),
  z.object({
    action: z.literal('history'),
    instance: z.optional(z.string()),
    /** Only steps that ended after this time, in milliseconds since the epoch. */
    after: z.number(),
  }),
])
export type WatchCommand = z.output<typeof watchCommand>

const named = {
  requestId: z.string(),
  instance: z.string(),
  operation: z.string(),
  /** Absent when the request is about several tables, or none. */
  table: z.optional(z.string()),
}

const stages = z.object({
  authentication: z.number(),
  queue: z.number(),
  engine: z.number(),
  fsync: z.number(),
  encode: z.number(),
  total: z.number(),
})

const server = z.object({
  residentBytes: z.number(),
  heapBytes: z.number(),
  diskFreeBytes: z.optional(z.number()),
  /** Set while writes are refused for lack of space. */
  isDiskLow: z.boolean(),
  /** Who holds memory, with the budget if there is one. */
  memory: z.array(
    z.object({ owner: z.string(), bytes: z.number(), bytesMax: z.optional(z.number()) }),
  ),
  memoryWaiting: z.number(),
  log: z.object({
    end: z.number(),
    /** On the disk, and what the store would need to replay after a power cut. */
    heldBytes: z.number(),
    unappliedBytes: z.number(),
    segments: z.number(),
    records: z.number(),
    bytes: z.number(),
    syncs: z.number(),
    syncMilliseconds: z.number(),
    /** What keeps the log from being trimmed, and how far behind its end it is. */
    cursors: z.array(
      z.object({
        name: z.string(),
        behindBytes: z.number(),
        /** Absent for backups. */
        index: z.optional(
          z.object({
            kind: z.enum(['search', 'secondary']),
            instance: z.string(),
            table: z.string(),
            index: z.string(),
          }),
        ),
      }),
    ),
  }),
  /** Absent without a continuous backup. */
  backup: z.optional(
    z.object({
      lagMs: z.number(),
      lagBytes: z.number(),
      isFailing: z.boolean(),
      failures: z.number(),
      shippedBytes: z.number(),
      /** Any moment of these stretches can be restored; milliseconds since the epoch. */
      moments: z.array(
        z.object({ from: z.number(), until: z.number(), bases: z.array(z.number()) }),
      ),
    }),
  ),
})

export const watchResult = z.object({
  runningCount: z.number(),
  /** Those that have run for the longest. */
  running: z.array(
    z.object({ ...named, stage: z.enum(['engine', 'fsync', 'encode']), milliseconds: z.number() }),
  ),
  /** Requests that take at least this long are slow. */
  slowMs: z.number(),
  /** The newest first. */
  slow: z.array(z.object({ ...named, at: z.number(), code: z.string(), stages })),
  /** Tables and indexes that were made, changed or dropped, the newest first. */
  changes: z.array(
    z.object({
      at: z.number(),
      requestId: z.string(),
      instance: z.string(),
      operation: z.enum(changingOperations),
      table: z.optional(z.string()),
    }),
  ),
  tenants: z.array(
    z.object({
      instance: z.string(),
      inFlight: z.number(),
      waiting: z.number(),
      busyRefusals: z.number(),
      limitRefusals: z.array(z.object({ limit: z.string(), count: z.number() })),
    }),
  ),
  /** Only without an instance. */
  server: z.optional(server),
})
export type WatchResult = z.output<typeof watchResult>

const operationStep = z.object({
  instance: z.optional(z.string()),
  operation: z.string(),
  requests: z.number(),
  errors: z.number(),
  p50: z.number(),
  p99: z.number(),
})

export const historyResult = z.object({
  /** The oldest first. */
  steps: z.array(
    z.object({
      at: z.number(),
      seconds: z.number(),
      operations: z.array(operationStep),
      indexes: z.array(
        z.object({
          instance: z.string(),
          table: z.string(),
          index: z.string(),
          lagBytes: z.number(),
          lagMs: z.number(),
        }),
      ),
      /** Only without an instance. */
      server: z.optional(
        z.object({
          residentBytes: z.number(),
          heapBytes: z.number(),
          requestBytes: z.number(),
          diskFreeBytes: z.optional(z.number()),
          logBacklogBytes: z.number(),
        }),
      ),
    }),
  ),
})
export type HistoryResult = z.output<typeof historyResult>

export async function runWatchCommand(watch: Watch, command: WatchCommand): Promise<object> {
  const { instance } = command
  if (command.action === 'watch') return watchServer(watch, instance)
  return { steps: watch.history.steps(command.after, instance) }
}
