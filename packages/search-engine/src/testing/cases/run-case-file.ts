import { readFileSync, writeFileSync } from 'node:fs'
import { formatCaseFile, parseCaseFile } from '@rowhouse/platform/testing'
import { expect } from 'vitest'

const folder = new URL('../../../testdata/', import.meta.url)

/**
 * Runs every case of a file of testdata/. REWRITE=1 writes the actual results into the file; read the
 * diff before you keep it.
 */
export const runCaseFile = (name: string, run: (request: readonly string[]) => string): void => {
  const path = new URL(name, folder)
  const cases = parseCaseFile(readFileSync(path, 'utf8'))
  expect(cases.length).toBeGreaterThan(0)
  const outputs = cases.map(({ request }) => run(request))
  if (process.env['REWRITE'] === '1') {
    writeFileSync(path, formatCaseFile(cases, outputs))
    return
  }
  for (const [index, { line, expected }] of cases.entries())
    expect(outputs[index], `${name}:${line}`).toBe(expected)
}
