// Counts of checks that passed, failed and were skipped.
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

/** Reads and removes the JSON report of Vitest; undefined when the run ended before it was written. */
export const readVitest = (path) => {
  let report
  try {
    report = JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
  rmSync(path)
  return {
    counts: countReport(report),
    failures: failuresOf(report),
    failedFiles: report.testResults
      .filter(({ status }) => status === 'failed')
      .map(({ name }) => name),
  }
}

/** A file that could not be loaded has no failed test, but counts as one failure. */
export const countReport = (report) => ({
  passed: report.numPassedTests,
  failed: report.numFailedTests + report.testResults.filter(isBroken).length,
  skipped: report.numPendingTests + report.numTodoTests,
})

/** The failures with a few lines each, because the log of a whole run is long. */
export const failuresOf = (report) =>
  report.testResults.flatMap((file) => {
    if (isBroken(file)) return [`${file.name}\n${firstLines(file.message ?? '')}`]
    return file.assertionResults
      .filter((test) => test.status === 'failed')
      .map(
        (test) => `${file.name} > ${test.fullName}\n${firstLines(test.failureMessages.join('\n'))}`,
      )
  })

const isBroken = (file) =>
  file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed')

const FAILURE_LINES = 12

const firstLines = (text) =>
  text
    .split('\n')
    .slice(0, FAILURE_LINES)
    .map((line) => `    ${line}`)
    .join('\n')
