/** The service's bound of a BatchWriteRow. */
export const DELETED_AT_ONCE = 200

/** A scan ends if nobody asks for its next page in this time. */
export const SCAN_ALIVE_SECONDS = 60
