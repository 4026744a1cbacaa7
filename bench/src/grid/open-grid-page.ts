import { type Browser, type Page, chromium } from 'playwright-core'
import { GRID_TABLE } from './fill-grid-table.js'
import { GRID_INSTANCE, GRID_KEY, type GridServer } from './start-grid-server.js'

export interface GridPage {
  readonly browser: Browser
  readonly page: Page
  /** Scrolls to the end of what is loaded until there are so many rows; answers the seconds. */
  load(rows: number): Promise<number>
}

const LOADING_MS = 600_000

/** The rows of the table in the console. */
export async function openGridPage(
  { consoleUrl }: Pick<GridServer, 'consoleUrl'>,
  executablePath: string,
): Promise<GridPage> {
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: 'en' })
  await page.goto(`${consoleUrl}${GRID_INSTANCE}/tables/${GRID_TABLE}`)
  await page.locator('input[name=instance]').fill(GRID_INSTANCE)
  await page.locator('input[name=keyId]').fill(GRID_KEY.id)
  await page.locator('input[name=secret]').fill(GRID_KEY.secret)
  await page.locator('button[type=submit]').click()
  await page.getByRole('grid').waitFor()
  return {
    browser,
    page,
    load: async (rows) => {
      const began = performance.now()
      await page.evaluate(`globalThis.scrolling = setInterval(() => {
        const grid = document.querySelector('[role=grid]')
        grid.scrollTop = grid.scrollHeight
      }, 50)`)
      const loaded = page.getByText(`${rows.toLocaleString('en')} rows loaded`)
      await loaded.waitFor({ timeout: LOADING_MS })
      await page.evaluate('clearInterval(globalThis.scrolling)')
      return (performance.now() - began) / 1_000
    },
  }
}
