import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestServer, startTestServer } from './testing/shell-test-server.js'
import { transcriptSession } from './testing/transcript.js'

const FOLDER = fileURLToPath(new URL('testing/transcripts', import.meta.url))
const GUIDE = fileURLToPath(new URL('../../../docs/shell.md', import.meta.url))

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** `ROWHOUSE_REWRITE=1` writes the shell's current output; review the difference before committing it. */
const isRewritten = process.env['ROWHOUSE_REWRITE'] === '1'

test.each(readdirSync(FOLDER))('%s', async (name) => {
  const path = join(FOLDER, name)
  const written = readFileSync(path, 'utf8')
  const session = transcriptSession(server.connection)
  const now = await session.replay(written)
  await session.close()
  if (isRewritten) writeFileSync(path, now)
  else expect(now).toBe(written)
})

const BLOCK = /(?<=^```text\n)tablestore> [^]*?(?=^```$)/gm

test('the transcripts of docs/shell.md are the output of the shell', async () => {
  const written = readFileSync(GUIDE, 'utf8')
  const session = transcriptSession(server.connection)
  const answers: string[] = []
  for (const [block] of written.matchAll(BLOCK)) answers.push(await session.replay(block))
  await session.close()
  expect(answers.length).toBeGreaterThan(0)
  const now = written.replaceAll(BLOCK, () => answers.shift() ?? '')
  if (isRewritten) writeFileSync(GUIDE, now)
  else expect(now).toBe(written)
})
