import { type SequentialModel, impossible } from './operation.js'

/** A row with a register and a counter; undefined for a missing row. */
export type RowState =
  | { readonly value: number | undefined; readonly count: number | undefined }
  | undefined

/** An undefined outcome is not known, because the call had no answer. */
export type RowOperation =
  | { readonly kind: 'read'; readonly found: RowState }
  | { readonly kind: 'put'; readonly value: number }
  | { readonly kind: 'delete' }
  /** Sets the register if it holds the expected value. */
  | {
      readonly kind: 'set if'
      readonly expected: number
      readonly value: number
      readonly succeeded: boolean | undefined
    }
  /** Adds one to the counter, and creates the row if necessary. */
  | { readonly kind: 'increment'; readonly after: number | undefined }

const nameOf = (state: RowState): string =>
  state === undefined ? '-' : `${state.value ?? '-'}/${state.count ?? '-'}`

export const rowModel: SequentialModel<RowState, RowOperation> = {
  initial: undefined,
  nameOf,
  apply: (state, operation) => {
    switch (operation.kind) {
      case 'read':
        return nameOf(state) === nameOf(operation.found) ? state : impossible
      case 'put':
        return { value: operation.value, count: undefined }
      case 'delete':
        return undefined
      case 'set if':
        return setIf(state, operation)
      case 'increment':
        return increment(state, operation.after)
    }
  },
}

const setIf = (
  state: RowState,
  { expected, value, succeeded }: Extract<RowOperation, { kind: 'set if' }>,
): RowState | typeof impossible => {
  const holds = state?.value === expected
  if (succeeded !== undefined && succeeded !== holds) return impossible
  return holds ? { value, count: state.count } : state
}

const increment = (state: RowState, after: number | undefined): RowState | typeof impossible => {
  const count = (state?.count ?? 0) + 1
  if (after !== undefined && after !== count) return impossible
  return { value: state?.value, count }
}
