import { errors } from '@rowhouse/protocol'
import { engineLimits } from '../limits.js'
import { entryName } from './entry-name.js'

/**
 * The right to decide about a partition-key value, in order of arrival. Different values never wait
 * for each other. Past LOCK_WAITERS_PER_PARTITION `acquire` rejects with OTSServerBusy.
 */
export interface PartitionLocks {
  /** Undefined when the lock was free and is now held; else a promise of holding it. */
  acquire(table: number, partition: Buffer): Promise<void> | undefined
  release(table: number, partition: Buffer): void
  /** False says that every lock is free. */
  readonly isAnyHeld: boolean
  isHeld(table: number, partition: Buffer): boolean
}

type Waiter = () => void

export function createPartitionLocks(): PartitionLocks {
  /** Every held lock, with those who wait for it; most never get a waiter. */
  const held = new Map<string, Waiter[] | undefined>()
  return {
    acquire(table, partition) {
      const name = entryName(table, partition)
      if (!held.has(name)) {
        held.set(name, undefined)
        return undefined
      }
      const waiters = held.get(name) ?? []
      if (waiters.length >= engineLimits.LOCK_WAITERS_PER_PARTITION) {
        return Promise.reject(errors.serverBusy())
      }
      held.set(name, waiters)
      return new Promise((resolve) => {
        waiters.push(resolve)
      })
    },

    release(table, partition) {
      const name = entryName(table, partition)
      if (!held.has(name)) throw new Error('a lock that nobody holds was released')
      const next = held.get(name)?.shift()
      if (next === undefined) held.delete(name)
      else next()
    },

    get isAnyHeld() {
      return held.size > 0
    },

    isHeld: (table, partition) => held.has(entryName(table, partition)),
  }
}
