/** Errors of rows that their partition did not admit: nothing was done, and nothing is charged. */
export const wasLetIn = (code: string): boolean =>
  code !== 'OTSNotEnoughCapacityUnit' && code !== 'OTSPartitionUnavailable'
