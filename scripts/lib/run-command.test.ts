import { expect, test } from 'vitest'
import { runCommand } from './run-command.mjs'

test('a command that hangs without a word is stopped, with all that it started', async () => {
  const hang = `require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'],
    { stdio: 'inherit' })`
  expect(await runCommand(process.execPath, ['-e', hang], { silenceMs: 50 })).toMatchObject({
    isOk: false,
  })
})

test('the end of the output comes with how it ended', async () => {
  const result: unknown = await runCommand(process.execPath, ['-e', 'console.log("the end")'])
  expect(result).toEqual({ isOk: true, tail: 'the end\n' })
})
