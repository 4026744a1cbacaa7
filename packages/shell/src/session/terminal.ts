/** The input and output of a session. */
export interface Terminal {
  /** Whether a user can be asked. */
  readonly isInteractive: boolean
  /** The width of a terminal; undefined for a script. */
  readonly columns: number | undefined
  write(text: string): void
  /** The next line; undefined at the end. Answers to questions are not part of the history. */
  ask(prompt: string, kind?: 'line' | 'answer'): Promise<string | undefined>
}
