// How many checks passed, failed and were skipped.
import { readFileSync, rmSync } from 'node:fs'

export const noCounts = { passed: 0, failed: 0, skipped: 0 }

export const addCounts = (a, b) => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  skipped: a.skipped + b.skipped,
})

export const closingLine = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed, ${skipped} skipped`

/** The last line of this form in the output, or undefined. */
export const closingLineOf = (output) => {
  const lines = output.matchAll(/^\s*(\d+) passed, (\d+) failed(?:, (\d+) skipped)?\s*$/gm)
  const last = [...lines].at(-1)
  if (last === undefined) return undefined
  return { passed: Number(last[1]), failed: Number(last[2]), skipped: Number(last[3] ?? 0) }
}

/** Reads and removes the JSON report of vitest; undefined when the run did not get so far. */
export const countVitest = (path) => {
  let report
  try {
    report = JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
  rmSync(path)
  return countReport(report)
}

/** A file that could not even be loaded holds no test that failed, but it did fail. */
export const countReport = (report) => {
  const brokenFiles = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((t) => t.status === 'failed'),
  ).length
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + brokenFiles,
    skipped: report.numPendingTests + report.numTodoTests,
  }
}
