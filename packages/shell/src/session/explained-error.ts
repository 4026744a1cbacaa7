/** An error as one line, and the exit code of a script that ends with it. */
export interface ExplainedError {
  readonly text: string
  readonly exitCode: number
}

export type Explain = (error: unknown) => ExplainedError
