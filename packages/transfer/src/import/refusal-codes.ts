/** Codes for a whole request that one of its rows may have caused. */
const OF_A_ROW: ReadonlySet<string> = new Set([
  'OTSParameterInvalid',
  'OTSInvalidPK',
  'OTSMetaNotMatch',
  'OTSOutOfRowSizeLimit',
  'OTSOutOfColumnCountLimit',
  'OTSRequestBodyTooLarge',
])

export const mayBeOfOneRow = (code: string): boolean => OF_A_ROW.has(code)

/** The beginnings of codes that all other rows would get as well. */
const OF_ALL = [
  'OTSAuth',
  'OTSInternalServer',
  'OTSNotEnoughCapacityUnit',
  'OTSObjectNotExist',
  'OTSOperationThrottled',
  'OTSPartition',
  'OTSQuota',
  'OTSServer',
  'OTSStorageServerBusy',
  'OTSTableNotReady',
  'OTSTimeout',
] as const

export const isOfAllRows = (code: string): boolean => OF_ALL.some((begin) => code.startsWith(begin))
