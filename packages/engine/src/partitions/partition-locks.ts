import { errors } from '@rowhouse/protocol'
import { engineLimits } from '../limits.js'
import { entryName } from './entry-name.js'

/**
 * The lock of a partition-key value: whoever holds it decides the next commit of the value. Waiters get it
 * in order of arrival; different values never wait for each other.
 */
export interface PartitionLocks {
  /**
   * Undefined when the lock was free and is now held; otherwise a promise that resolves once it is held.
   */
  acquire(table: number, partition: Buffer): Promise<void> | undefined
  release(table: number, partition: Buffer): void
  /** False says that every lock is free. */
  readonly isAnyHeld: boolean
  isHeld(table: number, partition: Buffer): boolean
}

type Waiter = () => void

export function createPartitionLocks(): PartitionLocks {
  /** Every held lock with its waiters; most never have one. */
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
