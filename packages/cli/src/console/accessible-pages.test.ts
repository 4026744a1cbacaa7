import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { describeInBrowser } from '../testing/describe-in-browser.js'
import { loadSamples } from '../testing/load-samples.js'
import { accessibilityFaults } from '../testing/open-browser.js'
import { signInAsOperator } from '../testing/serve-console.js'

const DESKTOP = { width: 1280, height: 720 }
const PHONE = { width: 390, height: 800 }

/** Every page and each kind of room in the samples, with what is there once it is shown. */
const PAGES: readonly (readonly [path: string, text: string])[] = [
  ['pages', 'What was done last'],
  ['pages/tables', 'order_contract'],
  ['pages/import', 'Create a table from a file'],
  ['pages/tables/order_contract', 'rows loaded'],
  ['pages/tables/order_contract?panel=export', 'NDJSON'],
  ['pages/tables/order_contract/settings', 'Settings of order_contract'],
  ['pages/tables/order_contract/partitions', 'Hottest values'],
  ['pages/tables/order_contract/import', 'Import a file into order_contract'],
  ['pages/partitions', 'Values with most of the load'],
  ['pages/search', 'order_contract_index'],
  ['pages/search/new', 'Name of the index'],
  ['pages/search/order_contract/order_contract_index', '2,500 hits'],
  ['pages/search/order_contract/order_contract_index/fields', 'Add fields'],
  ['pages/operations', 'Slow requests'],
  ['pages/bill', 'The prices are examples'],
  ['pages/samples', '2,500 rows'],
  ['pages/samples/card-lab', 'Parallel import'],
  ['pages/samples/orders', '20 of 212 shown'],
  ['pages/samples/orders?question=consumer-spending-by-month', 'Turnover'],
  ['pages/samples/orders?question=consumer-latest-by-key', 'O_'],
  ['pages/samples/orders?tab=seller', 'As code'],
  ['pages/samples/orders?tab=seller&question=seller-best-products', 'Product'],
  ['pages/samples/orders?tab=platform&question=platform-funnel', 'Received'],
  ['pages/samples/orders?tab=platform&question=platform-amounts', 'Mean'],
  ['pages/samples/orders?tab=platform&question=platform-basket-partners', 'Run'],
  ['pages/samples/orders?tab=lookup', 'O_000000000000001'],
  ['pages/samples/shops', '20 of 25 shown'],
  ['pages/samples/orders?tab=platform', 'Turnover by day'],
  ['pages/samples/shops?view=area', 'Circle'],
  ['pages/samples/shops?view=name', 'As code'],
  ['pages/samples/shops?view=statistics', 'By district'],
  ['pages/samples/shops?shop=s000000001', 'Website'],
  ['pages/samples/media', '20 of 120 shown'],
  ['pages/samples/media?question=person-of-user', '20 of 60 shown'],
  ['pages/samples/media?question=map', 'As code'],
  ['pages/samples/media?question=top-tags', 'As code'],
  ['pages/samples/media?question=tag-by-month', 'As code'],
  ['pages/samples/media?question=field', 'Add the field'],
  ['-/operations', 'Memory by owner'],
  ['-/instances', '1 instance'],
  ['-/instances/pages', 'Save limits'],
  ['pages/nothing/there', 'There is no page at this address'],
]

/** Names in the path that are not shown whole; there is room for all of them. */
const CUT_STEPS = `[...document.querySelectorAll('.path .ellipsis')]
  .filter((step) => step.clientWidth < step.scrollWidth).map((step) => step.title)`

describeInBrowser('every page, by axe', { instance: 'pages' }, (opened) => {
  let page: Page

  beforeAll(async () => {
    await loadSamples(opened.server.client, ['orders', 'shops', 'media'])
  })
  beforeEach(async () => {
    page = opened.page
    await page.goto(new URL('-/instances', opened.server.url).href)
    await signInAsOperator(page, opened.server.adminSecret)
    await page.getByText('1 instance', { exact: true }).waitFor()
  })

  const open = async (path: string, text: string): Promise<void> => {
    await page.goto(new URL(path, opened.server.url).href)
    await page.getByText(text).first().waitFor()
    await noneLoading()
  }
  const noneLoading = () =>
    expect.poll(() => page.getByRole('status', { name: 'Loading' }).count()).toBe(0)

  /** In the dark only the colours are others; on a phone a page is as wide as that. */
  const check = async (where: string): Promise<void> => {
    await showTheme('light')
    expect.soft(await accessibilityFaults(page), where).toEqual([])
    expect.soft(await page.evaluate(CUT_STEPS), `${where}, steps of the path`).toEqual([])
    await showTheme('dark')
    expect.soft(await accessibilityFaults(page, ['color-contrast']), `${where}, dark`).toEqual([])
    await page.setViewportSize(PHONE)
    await noneLoading()
    expect.soft(await accessibilityFaults(page), `${where}, phone`).toEqual([])
    const width: unknown = await page.evaluate('document.documentElement.scrollWidth')
    expect.soft(width, `${where}, phone`).toBe(PHONE.width)
    await page.setViewportSize(DESKTOP)
  }
  const showTheme = async (colorScheme: 'light' | 'dark'): Promise<void> => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.locator(`html[data-theme=${colorScheme}]`).waitFor()
  }

  test('all pages', async () => {
    for (const [path, text] of PAGES) {
      await open(path, text)
      await check(path)
    }
  })
})
