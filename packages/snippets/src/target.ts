/** Where the program of a snippet connects to; its access key comes from two variables. */
export interface Target {
  readonly endpoint: string
  readonly instance: string
}

export const KEY_ID_VARIABLE = 'TABLESTORE_ACCESS_KEY_ID'
export const KEY_SECRET_VARIABLE = 'TABLESTORE_ACCESS_KEY_SECRET'
