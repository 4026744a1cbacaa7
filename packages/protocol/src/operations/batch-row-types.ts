/** What a row of a batch does. */
export type BatchRowType = 'PUT' | 'UPDATE' | 'DELETE'

/** By their numbers on the wire. */
export const rowTypes: readonly (BatchRowType | undefined)[] = [
  undefined,
  'PUT',
  'UPDATE',
  'DELETE',
]
