/**
 * Who may decide about a partition-key value. First come, first served; different values never wait
 * for each other. Bounded by limits.LOCK_WAITERS_PER_PARTITION: past it `acquire` rejects with OTSServerBusy.
 */
export interface PartitionLocks {
  /** Undefined when the lock was free and is now held; else a promise of holding it. */
  acquire(table: number, partition: Buffer): Promise<void> | undefined
  release(table: number, partition: Buffer): void
}
