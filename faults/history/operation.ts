/** One call of a client on one key, as the client saw it. */
export interface RecordedCall<Operation> {
  readonly client: string
  readonly operation: Operation
  /** Moments on one clock for all clients: a call that ends before another begins precedes it. */
  readonly begin: number
  /** Undefined for a call without an answer, which may take effect at any later moment, or never. */
  readonly end: number | undefined
  /** From this moment on a call without an answer cannot take effect any more. */
  readonly expiry?: number
}

/** The state of a key, and what each operation does to it. */
export interface SequentialModel<State, Operation> {
  readonly initial: State
  /** The next state, or `impossible` when the operation cannot have its outcome in this state. */
  readonly apply: (state: State, operation: Operation) => State | typeof impossible
  /** Equal states have equal names. */
  readonly nameOf: (state: State) => string
}

export const impossible = Symbol('impossible')
