/** An answer, how long it took, and when it was there: a job's answer is as old as its date. */
export interface TimedAnswer<Answer> {
  readonly answer: Answer
  readonly ms: number
  /** Milliseconds since the epoch. */
  readonly at: number
}

export async function timed<Answer>(ask: () => Promise<Answer>): Promise<TimedAnswer<Answer>> {
  const begin = performance.now()
  const answer = await ask()
  return { answer, ms: performance.now() - begin, at: Date.now() }
}
