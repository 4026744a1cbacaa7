const REPORT_MS = 10_000
const FAILURES_MAX = 5

/** The last line of a run, in the form that the test command counts. */
const closingLine = (passed: number, failed: number): string =>
  `${passed} passed, ${failed} failed, 0 skipped`

/**
 * Repeats a piece of work while more is wanted, reports progress, and ends with a line of counts. It
 * collects a few failures before it gives up, because the second may explain the first.
 */
export const runCounted = async (
  wanted: () => boolean,
  work: () => Promise<void>,
  progress: () => string,
): Promise<void> => {
  const startedAt = performance.now()
  let reportedAt = startedAt
  let passed = 0
  let failed = 0
  while (wanted() && failed < FAILURES_MAX) {
    try {
      await work()
      passed++
    } catch (error) {
      failed++
      console.error(error instanceof Error ? error.message : error)
    }
    if (performance.now() - reportedAt < REPORT_MS) continue
    reportedAt = performance.now()
    console.log(`  ${progress()}`)
  }
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  console.log(`${progress()}; ${seconds} s`)
  console.log(closingLine(passed, failed))
  process.exitCode = failed === 0 && passed > 0 ? 0 : 1
}

/** An error with the failure and the command that repeats it. */
export const explainFailure = (error: unknown, command: string): Error => {
  const shown = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return new Error(`${shown}\nrepeat with: ${command}`)
}

export const wholeNumber = (text: string | undefined, otherwise: number): number => {
  if (text === undefined) return otherwise
  const value = Number(text)
  if (!Number.isSafeInteger(value) || value < 0) throw new Error(`not a whole number: ${text}`)
  return value
}
