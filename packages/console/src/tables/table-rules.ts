/** The service's rules for what a table is made of. */
const TABLE_NAME = /^[A-Za-z_]\w{0,254}$/
const COLUMN_NAME_BYTES_MAX = 255
const DAY_SECONDS = 86_400
const TIME_TO_LIVE_MAX = 2_147_483_647

export const isTableName = (name: string): boolean => TABLE_NAME.test(name)

export const isColumnName = (name: string): boolean =>
  name !== '' &&
  !name.startsWith('#') &&
  new TextEncoder().encode(name).length <= COLUMN_NAME_BYTES_MAX

/** In seconds; -1 is for ever. */
export const isTimeToLive = (seconds: number): boolean =>
  seconds === -1 || (seconds >= DAY_SECONDS && seconds <= TIME_TO_LIVE_MAX)
