/** What a store on one machine promises, and one that is spread over machines may not. */
export interface StoreCapabilities {
  /** All of a batch is visible or none of it. */
  readonly atomicBatches: boolean
  /** Batches become visible in the order of the calls, and a crash leaves a prefix of them. */
  readonly orderedBatches: boolean
  /** An iteration sees one state of the store, and so do all iterations of a snapshot. */
  readonly snapshots: boolean
  /** `getMany` reads all of its keys at one moment. */
  readonly momentReads: boolean
  /** `approximateSize` measures, with the error that its contract allows. */
  readonly measuredSizes: boolean
}

export const ALL_CAPABILITIES: StoreCapabilities = {
  atomicBatches: true,
  orderedBatches: true,
  snapshots: true,
  momentReads: true,
  measuredSizes: true,
}
