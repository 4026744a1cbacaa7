import { expect, test } from 'vitest'
import { runCommand } from './run-command.mjs'

test('a command that hangs without output is stopped with its children', async () => {
  const hang = `require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'],
    { stdio: 'inherit' })`
  expect(await runCommand(process.execPath, ['-e', hang], { silenceMs: 50 })).toMatchObject({
    isOk: false,
  })
})

test('the result has the end of the output and whether the command succeeded', async () => {
  const result: unknown = await runCommand(process.execPath, ['-e', 'console.log("the end")'])
  expect(result).toEqual({ isOk: true, tail: 'the end\n' })
})

test('an output that is shown at the end is whole in the result', async () => {
  const result: unknown = await runCommand(process.execPath, ['-e', 'console.log("the end")'], {
    titleAtEnd: '── a step\n',
  })
  expect(result).toEqual({ isOk: true, tail: 'the end\n' })
})
