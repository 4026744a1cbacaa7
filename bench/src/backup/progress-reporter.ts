const EVERY_MS = 10_000

/** Returns a function that reports progress on standard error from time to time. */
export function progressReporter(what: string, from: number, to: number): (done: number) => void {
  const startedAt = performance.now()
  let toldAt = startedAt
  return (done) => {
    const now = performance.now()
    if (now - toldAt < EVERY_MS) return
    toldAt = now
    const rate = Math.round((done - from) / ((now - startedAt) / 1000))
    process.stderr.write(`  ${what}: ${done} of ${to}, ${rate}/s\n`)
  }
}
