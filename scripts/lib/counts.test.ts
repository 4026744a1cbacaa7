import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  addCounts,
  closingLine,
  closingLineOf,
  countReport,
  failuresOf,
  readVitest,
} from './counts.mjs'

test('the closing line is found at the end of an output', () => {
  const output = 'round 1\n3 passed, 0 failed\n…\n  20 passed, 1 failed, 2 skipped\nbye\n'
  expect(closingLineOf(output)).toEqual({ passed: 20, failed: 1, skipped: 2 })
  expect(closingLineOf('3 passed, 0 failed\n')).toEqual({ passed: 3, failed: 0, skipped: 0 })
})

test('a similar line is not taken for a closing line', () => {
  expect(closingLineOf('all 3 passed, 0 failed')).toBeUndefined()
  expect(closingLineOf('3 passed')).toBeUndefined()
  expect(closingLineOf('')).toBeUndefined()
})

test('counts add up to a plain closing line', () => {
  const total = addCounts(
    { passed: 3, failed: 0, skipped: 1 },
    { passed: 4, failed: 2, skipped: 0 },
  )
  expect(closingLine(total)).toBe('7 passed, 2 failed, 1 skipped')
})

test('a test file that cannot be loaded counts as failed', () => {
  const report = {
    numPassedTests: 5,
    numFailedTests: 1,
    numPendingTests: 2,
    numTodoTests: 0,
    testResults: [
      { status: 'passed', assertionResults: [{ status: 'passed' }] },
      { status: 'failed', assertionResults: [{ status: 'failed' }] },
      { status: 'failed', assertionResults: [] },
    ],
  }
  expect(countReport(report)).toEqual({ passed: 5, failed: 2, skipped: 2 })
})

test('a missing or truncated report has no counts', () => {
  const folder = mkdtempSync(join(tmpdir(), 'counts-'))
  try {
    expect(readVitest(join(folder, 'none.json'))).toBeUndefined()
    writeFileSync(join(folder, 'half.json'), '{"numPassedTests": 5, "testRe')
    expect(readVitest(join(folder, 'half.json'))).toBeUndefined()
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('a report names the files that have failed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'counts-'))
  try {
    const testResults = [
      { name: 'a.test.ts', status: 'passed', assertionResults: [] },
      { name: 'b.test.ts', status: 'failed', assertionResults: [] },
    ]
    writeFileSync(join(folder, 'report.json'), JSON.stringify({ testResults }))
    expect(readVitest(join(folder, 'report.json'))?.failedFiles).toEqual(['b.test.ts'])
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('failures are listed with the first lines of their messages', () => {
  const long = Array.from({ length: 40 }, (_, index) => `line ${index}`).join('\n')
  const report = {
    testResults: [
      {
        name: 'a.test.ts',
        status: 'failed',
        assertionResults: [
          { status: 'passed', fullName: 'adds', failureMessages: [] },
          { status: 'failed', fullName: 'subtracts', failureMessages: [long] },
        ],
      },
      { name: 'b.test.ts', status: 'failed', message: 'no such module', assertionResults: [] },
    ],
  }
  expect(failuresOf(report)).toEqual([
    expect.stringMatching(/^a\.test\.ts > subtracts\n {4}line 0\n(?![^]*line 39)/),
    'b.test.ts\n    no such module',
  ])
})
