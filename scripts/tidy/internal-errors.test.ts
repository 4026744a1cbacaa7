import { expect, test } from 'vitest'
import { findSilentErrors } from './internal-errors.js'

const lines = (path: string, text: string): number[] =>
  findSilentErrors({ path, text }).map((finding) => finding.line)

test('an internal error is made only where its cause is logged and counted', () => {
  const text = '// why\nthrow errors.internalServerError()'
  expect(lines('packages/engine/src/rows/put-row.ts', text)).toEqual([2])
  expect(lines('packages/server/src/engine-host.ts', text)).toEqual([])
  expect(lines('packages/server/src/engine-host.test.ts', text)).toEqual([])
})

test('other errors, and where the registry defines it, are fine', () => {
  const text = 'throw errors.serverBusy()\nconst errors = { internalServerError: () => 1 }'
  expect(lines('packages/protocol/src/errors/registry.ts', text)).toEqual([])
})
