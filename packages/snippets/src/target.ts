/** The server of a snippet's program, which reads the access key from two environment variables. */
export interface Target {
  readonly endpoint: string
  readonly instance: string
}

export const KEY_ID_VARIABLE = 'TABLESTORE_ACCESS_KEY_ID'
export const KEY_SECRET_VARIABLE = 'TABLESTORE_ACCESS_KEY_SECRET'
