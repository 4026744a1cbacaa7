/** One call of a client on one key, as the client saw it. */
export interface RecordedCall<Operation> {
  readonly client: string
  readonly operation: Operation
  /** Moments on one clock for all clients: a call that ends before another begins precedes it. */
  readonly begin: number
  /** Undefined for a call without an answer: it may take effect at any later moment, or never. */
  readonly end: number | undefined
  /** Of a call without an answer: from this moment on it cannot take effect any more. */
  readonly expiry?: number
}

/** What a key holds, and what each operation does to it. */
export interface SequentialModel<State, Operation> {
  readonly initial: State
  /** The state afterwards, or `impossible` when the operation cannot have had its outcome here. */
  readonly apply: (state: State, operation: Operation) => State | typeof impossible
  /** Equal texts for equal states. */
  readonly nameOf: (state: State) => string
}

export const impossible = Symbol('impossible')
