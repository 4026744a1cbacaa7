import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { explainError } from './explain-error.js'

test('what the system says of a file is one line', async () => {
  const error: unknown = await readFile(`${import.meta.filename}/MANIFEST`).catch(
    (one: unknown) => one,
  )
  const { text, exitCode } = explainError(error)
  expect(text).toMatch(/^ENOTDIR: [^\n]+MANIFEST'$/)
  expect(exitCode).toBe(1)
})

test('what nobody expected comes with its stack', () => {
  expect(explainError(new TypeError('oops')).text).toMatch(/^TypeError: oops\n +at /)
})
