import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { cliFolder } from './testing/cli-folder.js'
import { prepareBestPractices } from './testing/best-practices-place.js'
import { replayPage } from './testing/console-transcript.js'

const folder = cliFolder()
/** The plan of docs/monthly-tables.md has months of Shanghai. */
const ZONE_MS = 8 * 3_600_000

/** `npm run docs:transcripts` writes what the commands answer now; read the difference before it is kept. */
const isRewritten = process.env['ROWHOUSE_REWRITE'] === '1'

test.each(['best-practices.md', 'data-in-and-out.md', 'monthly-tables.md'])(
  'the transcripts of docs/%s are what the commands answer',
  async (name) => {
    const path = fileURLToPath(new URL(`../../../docs/${name}`, import.meta.url))
    const server = await folder.serve('--access-key', 'me:secret')
    const environment = {
      ROWHOUSE_ENDPOINT: `http://127.0.0.1:${server.port}`,
      ROWHOUSE_INSTANCE: 'inst',
      ROWHOUSE_ACCESS_KEY: 'me:secret',
      ROWHOUSE_PROFILES: folder.path('profiles.json'),
      XDG_STATE_HOME: folder.path('state'),
    }
    if (name === 'best-practices.md') await prepareBestPractices(folder.path('.'), server.port)
    const written = readFileSync(path, 'utf8')
    expect(written).toContain('```console\n$ ')
    const place = { folder: folder.path('.'), environment, now: Date.now() + ZONE_MS }
    const now = await replayPage(written, place)
    if (isRewritten) writeFileSync(path, now)
    else expect(now).toBe(written)
  },
  60_000,
)
