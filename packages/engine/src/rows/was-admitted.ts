/**
 * Whether a row with this error was admitted by its partition; if not, nothing was done and nothing is
 * charged.
 */
export const wasAdmitted = (code: string): boolean =>
  code !== 'OTSNotEnoughCapacityUnit' && code !== 'OTSPartitionUnavailable'
