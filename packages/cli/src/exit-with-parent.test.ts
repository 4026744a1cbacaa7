import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const PROGRAM = fileURLToPath(new URL('../bin/rowhouse.cjs', import.meta.url))
const SERVE = ['serve', '--ephemeral', '--port', '0', '--exit-with-parent']

/**
 * Starts a server below another program. The server inherits a pipe that closes when its last holder ends.
 */
const startBelow = async (command: string, args: readonly string[]) => {
  const parent = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const closed = once(parent, 'close')
  const lines = createInterface(parent.stdout)
  const line = await new Promise<string>((resolve) => lines.once('line', resolve))
  expect(JSON.parse(line)).toMatchObject({ event: 'ready' })
  return { parent, closed }
}

test('a server ends with the program that started it, however that ends', async () => {
  const spawnServer = `require('node:child_process').spawn(process.execPath, process.argv.slice(1),
    { stdio: 'inherit' })`
  const { parent, closed } = await startBelow(process.execPath, [
    '-e',
    spawnServer,
    PROGRAM,
    ...SERVE,
  ])
  parent.kill('SIGKILL')
  await closed
})

test.runIf(process.platform !== 'win32')(
  'a server ends with a shell that does not pass SIGTERM on',
  async () => {
    const line = [process.execPath, PROGRAM, ...SERVE].map((word) => `'${word}'`).join(' ')
    const { parent, closed } = await startBelow('sh', ['-c', `${line}; :`])
    parent.kill('SIGTERM')
    await closed
  },
)
