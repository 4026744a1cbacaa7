import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readCommandLine } from '@rowhouse/platform/testing'
import type { BrowserContextOptions } from 'playwright-core'
import { openBrowser } from '../open-browser.js'
import { makeAccessKey, runAsOperator } from '../operator-calls.js'
import { KEY, startConsoleServer } from '../serve-console.js'
import { fillForPictures } from './picture-data.js'
import { PictureTaker } from './picture-taker.js'

const USAGE = `npm run console:pictures -- FOLDER [OPTIONS]

Makes a picture of every page of the console, of each kind in a folder of its own, to look at.
Needs Debian's chromium, or CHROMIUM.

  --kinds LIST  of light, dark, phone, zh-CN, error, read-only (these by default), phone-zh-CN,
                zh-TW, ja
  --pages TEXT  only pages whose names contain it
  --map FILE    a PMTiles file that the maps lie on`

const DESKTOP = { width: 1280, height: 800 }
const PHONE = { width: 390, height: 844 }

const KINDS: Readonly<Record<string, BrowserContextOptions>> = {
  light: { locale: 'en', viewport: DESKTOP },
  dark: { locale: 'en', viewport: DESKTOP, colorScheme: 'dark' },
  phone: { locale: 'en', viewport: PHONE, hasTouch: true },
  'zh-CN': { locale: 'zh-CN', viewport: DESKTOP },
  error: { locale: 'en', viewport: DESKTOP },
  'read-only': { locale: 'en', viewport: DESKTOP },
  'phone-zh-CN': { locale: 'zh-CN', viewport: PHONE, colorScheme: 'dark', hasTouch: true },
  'zh-TW': { locale: 'zh-TW', viewport: DESKTOP },
  ja: { locale: 'ja', viewport: DESKTOP },
}

const DEFAULT_KINDS = 'light,dark,phone,zh-CN,error,read-only'
const ROWS = 20_000

function readPictureOptions(args: string[]) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      kinds: { type: 'string', default: DEFAULT_KINDS },
      pages: { type: 'string', default: '' },
      map: { type: 'string' },
    },
  })
  const [folder] = positionals
  if (folder === undefined) throw new Error('a folder for the pictures')
  const kinds = values.kinds.split(',').map((kind) => {
    const view = KINDS[kind]
    if (view === undefined) throw new Error(`a kind: ${Object.keys(KINDS).join(', ')}`)
    return { kind, view }
  })
  return { folder, kinds, part: values.pages, map: values.map }
}

const { folder, kinds, part, map } = readCommandLine(USAGE, readPictureOptions)
const server = await startConsoleServer(
  'pages',
  ...(map === undefined ? [] : ['--console-map', map]),
)
const browser = await openBrowser()
try {
  await fillForPictures(server.client, ROWS)
  await runAsOperator(server, { action: 'create', name: 'bare' })
  const readOnly = await makeAccessKey(server, 'pages', 'read-only')
  for (const { kind, view } of kinds) {
    const context = await browser.newContext({ ...view, reducedMotion: 'reduce' })
    const taker = new PictureTaker(context, server, join(folder, kind))
    const key = kind === 'read-only' ? readOnly : KEY
    const isCutOff = kind === 'error'
    await taker.all({ key, isCutOff, part })
    if (!isCutOff) await taker.asOperator(part)
    await context.close()
    console.log(`${kind}: ${join(folder, kind)}`)
  }
} finally {
  await browser.close()
  await server.close()
}
