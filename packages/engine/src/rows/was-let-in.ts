/** Errors of rows whose partition took none at the time: nothing was done, and nothing is charged. */
export const wasLetIn = (code: string): boolean =>
  code !== 'OTSNotEnoughCapacityUnit' && code !== 'OTSPartitionUnavailable'
