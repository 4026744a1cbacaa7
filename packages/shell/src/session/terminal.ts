/** Where a session reads and writes. */
export interface Terminal {
  /** Whether a person sits there, who may be asked. */
  readonly isInteractive: boolean
  write(text: string): void
  /** The next line; undefined at the end. What only answers a question is no part of the history. */
  ask(prompt: string, kind?: 'line' | 'answer'): Promise<string | undefined>
}
