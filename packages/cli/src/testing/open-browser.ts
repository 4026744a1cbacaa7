import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import {
  type Browser,
  type BrowserContextOptions,
  type ConsoleMessage,
  type Page,
  chromium,
} from 'playwright-core'

/** Debian's package chromium; another place can be named. */
const CHROMIUM = process.env['CHROMIUM'] ?? '/usr/bin/chromium'

/** Set where these tests must not be skipped, as in .ci/run. */
const isNeeded = process.env['BROWSER_TESTS'] === 'required'

export const hasBrowser = isNeeded || existsSync(CHROMIUM)

export const NO_BROWSER = `there is no browser at ${CHROMIUM}: install the package chromium, or set CHROMIUM`

export const openBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] })

/** What a page may take on a machine that stands still for minutes; a quiet one takes a thousandth of it. */
const BUSY_MACHINE_MS = 300_000

export interface WatchedPage {
  readonly page: Page
  /** Requests to any other host, errors of scripts, and what the browser tells as one. Must stay empty. */
  readonly faults: readonly string[]
  forget(): void
}

/** The browser tells refused requests, which many tests want, and a server that is away. */
const isRefusal = (message: ConsoleMessage): boolean =>
  message.text().startsWith('Failed to load resource')

/** A page whose requests and errors are watched. */
export async function openPage(
  browser: Browser,
  origin: string,
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  const context = await browser.newContext({ locale: 'en', ...options })
  context.setDefaultTimeout(BUSY_MACHINE_MS)
  const page = await context.newPage()
  const faults: string[] = []
  page.on('request', (request) => {
    const url = request.url()
    if (![origin, 'data:', `blob:${origin}`].some((own) => url.startsWith(own)))
      faults.push(`asked ${url}`)
  })
  page.on('pageerror', (error) => faults.push(error.message))
  // What the page's policy forbids is an error of the console as well.
  page.on('console', (message) => {
    if (message.type() === 'error' && !isRefusal(message)) faults.push(message.text())
  })
  return { page, faults, forget: () => faults.splice(0) }
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa']

/** What breaks WCAG 2 AA on the page, a line each; of single rules, or of all. */
export async function accessibilityFaults(
  page: Page,
  runOnly: readonly string[] = WCAG,
): Promise<readonly string[]> {
  // The page's policy forbids scripts in it; the debugger may evaluate them.
  if ((await page.evaluate('typeof axe')) === 'undefined') await page.evaluate(AXE)
  const found: unknown = await page.evaluate(`
    axe.run(document, { runOnly: ${JSON.stringify(runOnly)} })
      .then(({ violations }) => violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary }) => id + ' ' + target + ': ' + failureSummary)))`)
  return Array.isArray(found) ? found.map(String) : ['axe has not answered']
}
