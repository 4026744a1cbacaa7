// Makes the pictures of docs/console.md: npm run docs:screenshots. Needs Debian's chromium, or CHROMIUM.
import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { chromium } from 'playwright-core'
import { ROOT } from './lib/run-command.mjs'

const KEY = { id: 'docs', secret: 'docs-secret' }
const PICTURES = join(ROOT, 'docs/pictures')
const TEAS = ['Tieguanyin', '铁观音', 'Longjing', '电脑桌', 'مرحبا', 'Oolong']

/** A row in the file of `rowhouse serve --seed`, as text: JavaScript would round its integers. */
function rowLine(row) {
  const columns = [
    `"user":"c${String(row % 7).padStart(4, '0')}"`,
    `"id":${9_007_199_254_740_993n + BigInt(row)}`,
    `"title":"${TEAS[row % TEAS.length]}"`,
    `"price":${(row * 1.75 + 2).toFixed(2)}`,
  ]
  if (row % 2 === 0) columns.push(`"paid":${row % 4 === 0}`)
  if (row % 3 === 0) columns.push(`"detail":{"lines":[{"sku":${row},"price":9.50}],"gift":false}`)
  return `{${columns.join(',')}}`
}

const seedFile = () => {
  const rows = Array.from({ length: 60 }, (_, row) => rowLine(row)).join(',\n')
  return `{"tables":{"orders":{"key":{"user":"string","id":"integer"},"rows":[\n${rows}\n]}}}`
}

async function startServer(seed) {
  const program = join(ROOT, 'packages/cli/bin/rowhouse.cjs')
  const access = ['--instance', 'demo', '--access-key', `${KEY.id}:${KEY.secret}`]
  const place = [
    '--ephemeral',
    '--port',
    '0',
    '--console-port',
    '0',
    '--log-level',
    'silent',
    '--seed',
    seed,
  ]
  const child = spawn(process.execPath, [program, 'serve', ...place, ...access], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const line = await new Promise((resolve) => {
    createInterface(child.stdout).once('line', resolve)
  })
  return { child, ready: JSON.parse(line) }
}

async function signedIn(browser, url, options) {
  const page = await browser.newPage({ locale: 'en', ...options })
  await page.goto(url)
  await page.locator('input[name=instance]').fill('demo')
  await page.locator('input[name=keyId]').fill(KEY.id)
  await page.locator('input[name=secret]').fill(KEY.secret)
  await page.locator('button[type=submit]').click()
  await page.getByRole('grid').waitFor()
  return page
}

const save = (page, name) => page.screenshot({ path: join(PICTURES, `${name}.png`) })

await mkdir(PICTURES, { recursive: true })
const folder = await mkdtemp(join(tmpdir(), 'rowhouse-pictures-'))
const seed = join(folder, 'tables.json')
await writeFile(seed, seedFile())
const { child, ready } = await startServer(seed)
const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium'
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
try {
  const rows = `${ready.console}demo/tables/orders`
  const filtered = `${rows}?where={"column":"price","test":">=","value":9.5}`
  const desktop = { viewport: { width: 1280, height: 720 } }
  const page = await signedIn(browser, filtered, desktop)
  await page.getByRole('gridcell', { name: 'Longjing' }).first().click()
  await page.getByRole('complementary').getByRole('button', { name: 'As code' }).waitFor()
  await save(page, 'console-rows')
  const chinese = await signedIn(browser, rows, {
    ...desktop,
    locale: 'zh-CN',
    colorScheme: 'dark',
  })
  await save(chinese, 'console-rows-dark')
  const phone = await signedIn(browser, rows, { viewport: { width: 390, height: 760 } })
  await save(phone, 'console-rows-phone')
} finally {
  await browser.close()
  child.kill('SIGTERM')
  await rm(folder, { recursive: true })
}
