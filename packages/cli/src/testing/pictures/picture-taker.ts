import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { type ConsoleServer, signInWithKey } from '../serve-console.js'
import { OPERATOR_PAGES, PAGES, type PicturePage, WORST_PAGES } from './picture-pages.js'

/** A page is looked at when nothing of it loads any more, or after a while: some never stop. */
const QUIET_MS = 15_000

interface Wanted {
  readonly key: { readonly id: string; readonly secret: string }
  /** Whether the pages are to be seen while the server does not answer. */
  readonly isCutOff: boolean
  /** Only pages whose names contain it. */
  readonly part: string
}

/** Goes through all pages of a console, and keeps a picture of each in a folder. */
export class PictureTaker {
  readonly #context: BrowserContext
  readonly #server: ConsoleServer
  readonly #folder: string

  constructor(context: BrowserContext, server: ConsoleServer, folder: string) {
    context.setDefaultTimeout(QUIET_MS)
    mkdirSync(folder, { recursive: true })
    this.#context = context
    this.#server = server
    this.#folder = folder
  }

  async all({ key, isCutOff, part }: Wanted): Promise<void> {
    const page = await this.#open('')
    const take = async (each: PicturePage): Promise<void> => {
      if (each.name.includes(part)) await this.#take(page, each)
    }
    await take({ name: 'sign-in' })
    await signInWithKey(page, 'pages', key)
    await page.locator('.rail').waitFor()
    if (isCutOff) await page.route(/\/api\/(?!session)/, (route) => route.abort())
    for (const each of PAGES) await take(each)
    if (isCutOff) return
    for (const each of WORST_PAGES) await take(each)
    await page.goto(`${this.#server.url}pages/tables/order_contract`)
    await this.#quiet(page)
    await this.#context.clearCookies()
    await page.locator('.rail nav a').nth(2).click()
    await take({ name: 'session-ended' })
  }

  async asOperator(part: string): Promise<void> {
    const page = await this.#open('-/instances')
    await page.locator('.sign-in .tabs button').last().click()
    await this.#take(page, { name: 'sign-in-operator' })
    await page.locator('.sign-in input[type=password]').fill(this.#server.adminSecret)
    await page.locator('.sign-in button[type=submit]').click()
    await page.locator('.rail').waitFor()
    for (const each of OPERATOR_PAGES) {
      if (each.name.includes(part)) await this.#take(page, each)
    }
  }

  async #open(path: string): Promise<Page> {
    const page = await this.#context.newPage()
    page.on('pageerror', (error) => console.log(`${page.url()}: ${error.message}`))
    await page.goto(this.#server.url + path)
    return page
  }

  async #take(page: Page, { name, path, act }: PicturePage): Promise<void> {
    if (path !== undefined) await page.goto(this.#server.url + path)
    await this.#quiet(page)
    // A page that does not answer has nothing to click.
    await act?.(page).catch((error: unknown) => console.log(`${name}: ${String(error)}`))
    await this.#quiet(page)
    await page.screenshot({ path: join(this.#folder, `${name}.png`) })
  }

  async #quiet(page: Page): Promise<void> {
    const ignore = (): undefined => undefined
    await page.waitForLoadState('networkidle').catch(ignore)
    await page.locator('.skeleton').first().waitFor({ state: 'detached' }).catch(ignore)
  }
}
