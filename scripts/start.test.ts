import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { ROOT } from './lib/run-command.mjs'

const temporaryFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'rowhouse-start-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const takenPort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const address = server.address()
  return address !== null && typeof address === 'object' ? address.port : 0
}

test.runIf(process.platform !== 'win32')('SIGTERM to npm start ends the server', async () => {
  const place = ['--port', '0', '--data', join(temporaryFolder(), 'data')]
  const npm = spawn('npm', ['start', '--', ...place], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  // The server has this pipe too, so it closes when the server has ended.
  const closed = once(npm, 'close')
  for await (const line of createInterface(npm.stdout)) if (line.includes('is ready at')) break
  npm.kill('SIGTERM')
  npm.stdout.resume()
  await closed
})

test('a port in use is reported before anything is installed', async () => {
  const port = await takenPort()
  const start = spawn(process.execPath, ['scripts/start.mjs', '--port', String(port)], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [start.stdout, start.stderr])
    stream.on('data', (chunk) => {
      output += String(chunk)
    })
  const code = await new Promise<number | null>((resolve) => start.on('close', resolve))
  expect({ code, output }).toEqual({
    code: 1,
    output: `port ${port} on 127.0.0.1 is in use; npm start -- --port 9000 takes another one\n`,
  })
})
