import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'
import { startServer } from './library/index.js'

const LIBRARY = new URL('../bundle/index.js', import.meta.url).href

const startBelow = async (after: string) => {
  const program = `import { startServer } from ${JSON.stringify(LIBRARY)}
    const server = await startServer({ child: true })
    console.log(server.endpoint)
    ${after}`
  const parent = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  // The child has the error output too, so it closes when both have ended.
  const closed = once(parent, 'close')
  const line = await new Promise<string>((resolve) =>
    createInterface(parent.stdout).once('line', resolve),
  )
  expect(line).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  return { parent, closed }
}

test('a child ends when the program that started it is killed', async () => {
  const { parent, closed } = await startBelow('setInterval(() => {}, 60_000)')
  parent.kill('SIGKILL')
  await closed
})

test('a child ends when the program that started it ends without closing it', async () => {
  const { parent, closed } = await startBelow('')
  await closed
  expect(parent.exitCode).toBe(0)
})

test('a child that cannot start rejects', async () => {
  const started = startServer({ child: true, settings: { throttle: 'perhaps' } })
  await expect(started).rejects.toThrow('the server ended before it was ready')
})
