const EVERY_MS = 10_000

/** Answers what tells how far something has come, now and then, on the standard error output. */
export function teller(what: string, from: number, to: number): (done: number) => void {
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
