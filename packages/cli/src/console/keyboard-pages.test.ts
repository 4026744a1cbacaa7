import { type Client, defineTable } from '@rowhouse/client'
import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { describeInBrowser } from '../testing/describe-in-browser.js'
import { accessibilityFaults } from '../testing/open-browser.js'
import { signInWithKey } from '../testing/serve-console.js'

const orders = defineTable({
  name: 'orders',
  key: { user: 'string', id: 'integer' },
  columns: { title: 'string', price: 'double', place: 'string', total: 'integer' },
})

/** Past what a double can tell apart. */
const FIRST = 9_007_199_254_740_993n
const ROWS = 60

describeInBrowser('the console by the keyboard alone', { instance: 'keys' }, (opened) => {
  let client: Client
  let page: Page

  beforeAll(async () => {
    client = opened.server.client
    await client.createTable(orders)
    for (let row = 0; row < ROWS; row += 1) {
      await client.table(orders).put({
        user: `c${row % 6}`,
        id: FIRST + BigInt(row),
        title: `green tea ${row}`,
        price: row + 0.5,
        place: '30.2,120.1',
        total: 2n ** 63n - 1n - BigInt(row),
      })
    }
  })
  beforeEach(async () => {
    page = opened.page
    await page.goto(`${opened.server.url}keys`)
    await signInWithKey(page, 'keys')
    await page.getByRole('region', { name: 'What is there' }).waitFor()
  })

  const press = async (...keys: readonly string[]): Promise<void> => {
    for (const key of keys) await page.keyboard.press(key)
  }
  const type = (text: string) => page.keyboard.type(text)
  /** Within a part that has the focus, as the editor is, the innermost one. */
  const focused = () => page.locator(':focus').last()
  /** Goes on with Tab until a part with the name has the focus. */
  const tabTo = async (name: string | RegExp): Promise<void> => {
    const isThere = async (): Promise<boolean> => {
      if ((await focused().count()) === 0) return false
      const label = await focused().getAttribute('aria-label')
      const said = label ?? (await focused().textContent()) ?? ''
      return typeof name === 'string' ? said === name : name.test(said)
    }
    for (let tabs = 0; tabs < 60; tabs += 1) {
      if (await isThere()) return
      await press('Tab')
    }
    throw new Error(`Tab does not lead to ${String(name)}`)
  }
  const goTo = async (typed: string, option: string): Promise<void> => {
    await press('Control+k')
    await type(typed)
    await page.getByRole('option', { name: option }).waitFor()
    await press('Enter')
  }

  test('a row is found by its key, read, and left again', async () => {
    await goTo('orders rows', 'orders rows')
    await page.getByText(`${ROWS} rows loaded`).waitFor()
    await press('k')
    await type('is')
    await press('Tab')
    await type('c3')
    await press('Tab')
    await type('is')
    await press('Tab')
    await type(String(FIRST + 9n))
    await press('Enter')
    await page.getByText('1 row loaded').waitFor()
    // What was typed keeps the focus; Escape leaves it, and the keys of the grid are meant.
    expect(await focused().getAttribute('aria-label')).toBe('id: is')
    await press('Escape', 'Enter')
    const panel = page.getByRole('complementary')
    await panel.getByText('green tea 9').waitFor()
    await panel.getByText(String(2n ** 63n - 10n)).waitFor()
    await press('Escape')
    await panel.waitFor({ state: 'detached' })
    expect(await focused().getAttribute('role')).toBe('grid')
  })

  test('an integer of 64 bits is whole in the grid', async () => {
    await goTo('orders rows', 'orders rows')
    const cell = page.getByRole('gridcell', { name: String(2n ** 63n - 1n), exact: true })
    await cell.waitFor()
    const cut = `[...document.querySelectorAll('[role=gridcell]')]
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).length`
    expect(await page.evaluate(cut)).toBe(0)
  })

  test('an index over three columns is made, and its rows come while it is watched', async () => {
    await goTo('create search', 'Create search index action')
    await page.getByRole('heading', { name: 'Create a search index' }).waitFor()
    await tabTo(/^orders$/)
    await press('Tab')
    await type('by_keys')
    for (const [name, fieldType] of [
      ['title', 'TEXT'],
      ['price', 'DOUBLE'],
      ['place', 'GEO_POINT'],
    ] as const) {
      await tabTo('Add a field')
      await press('Enter')
      await type(name)
      await press('Tab')
      await type(fieldType)
    }
    await tabTo('Create search index')
    expect(await accessibilityFaults(page)).toEqual([])
    await press('Enter')
    // Nothing is pressed from here on.
    await page.getByText(`${ROWS} hits`).waitFor()
    await page.getByText('In step').waitFor()
    await page.goto(`${opened.server.url}keys/search/orders/by_keys/fields`)
    await page.getByRole('row', { name: 'title TEXT' }).waitFor()
    await page.getByRole('row', { name: 'price DOUBLE' }).waitFor()
    await page.getByRole('row', { name: 'place GEO_POINT' }).waitFor()
  })

  test('conditions of a search are added one after the other', async () => {
    await client
      .table(orders)
      .index('by_price')
      .create({
        fields: { price: { type: 'DOUBLE', sortAndAgg: true }, title: 'TEXT' },
      })
    await goTo('by_price', 'orders / by_price search index')
    await tabTo('Add condition')
    await press('Enter')
    expect(await focused().getAttribute('aria-label')).toBe('Field')
    await tabTo('Add condition')
    await press('Enter')
    expect(await focused().getAttribute('aria-label')).toBe('Field')
    expect(await page.getByLabel('Field', { exact: true }).count()).toBe(2)
  })

  test('the first Tab offers to skip what is the same on all pages', async () => {
    await page.reload()
    await page.getByRole('region', { name: 'What is there' }).waitFor()
    await press('Tab')
    expect(await focused().textContent()).toBe('Skip to the page')
    await press('Enter')
    expect(await page.locator('main:focus').count()).toBe(1)
    expect(await accessibilityFaults(page)).toEqual([])
  })

  test('tables, samples, forms and pages are found by their name', async () => {
    for (const [typed, option, heading] of [
      ['shops', 'Shops Samples', /Shops/],
      ['create table', 'Create table action', /Create a table/],
      ['bill', 'Bill place', /Bill/],
      ['from a file', 'Create from a file action', /file/],
    ] as const) {
      await goTo(typed, option)
      await page.getByRole('heading', { name: heading }).first().waitFor()
    }
    await page.goto(`${opened.server.url}keys/tables?new`)
    await page.getByLabel('Name').waitFor()
  })
})
