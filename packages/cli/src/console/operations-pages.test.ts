import { defineTable } from '@rowhouse/client'
import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { describeInBrowser } from '../testing/describe-in-browser.js'
import { accessibilityFaults } from '../testing/open-browser.js'
import { KEY, signInAsOperator, signInWithKey } from '../testing/serve-console.js'

const CONSOLE = { instance: 'pages', serve: ['--slow-request', '0'], newServers: true }

describeInBrowser('what runs the server, in a browser', CONSOLE, (opened) => {
  let page: Page

  beforeEach(() => {
    page = opened.page
  })

  const openAsOperator = async (path: string): Promise<void> => {
    await page.goto(new URL(path, opened.server.url).href)
    await signInAsOperator(page, opened.server.adminSecret)
  }

  const openWithKey = async (path: string): Promise<void> => {
    await page.goto(new URL(path, opened.server.url).href)
    await signInWithKey(page, 'pages')
  }

  test('an instance is made, gets a read-only key and a limit, and is deleted', async () => {
    await openAsOperator('-/instances')
    await page.getByRole('button', { name: 'Create instance' }).click()
    await page.getByLabel('Instance', { exact: true }).fill('fresh')
    await page.getByRole('button', { name: 'Create instance' }).click()
    const newKey = page.getByRole('status', { name: 'The new access key' })
    const secret = await newKey.locator('code').nth(1).textContent()
    expect(secret).toMatch(/^\w{40}$/)
    await newKey.getByRole('button', { name: 'I have stored it' }).click()
    expect(await page.content()).not.toContain(secret)
    await page.getByRole('link', { name: 'fresh' }).click()
    await page.getByLabel('Access', { exact: true }).selectOption('read-only')
    await page.getByRole('button', { name: 'Make a key' }).click()
    await newKey.getByText('Reads only').waitFor()
    await page.getByLabel('Requests at once', { exact: true }).selectOption('number')
    await page.getByLabel('Requests at once: at most').fill('8')
    await page.getByRole('button', { name: 'Save limits' }).click()
    await page.getByText('Saved. The limits apply already.').waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    expect(await page.evaluate('JSON.stringify({...localStorage, ...sessionStorage})')).not.toMatch(
      /\w{40}/,
    )
    const drop = page.getByRole('button', { name: 'Delete instance fresh' })
    expect(await drop.isDisabled()).toBe(true)
    await page.getByLabel('Type fresh to confirm').fill('fresh')
    await drop.click()
    await page.getByText('1 instance', { exact: true }).waitFor()
    expect(await page.getByRole('link', { name: 'fresh' }).count()).toBe(0)
  })

  test('a revoked key is refused, and a replaced one has a new secret', async () => {
    await openAsOperator('-/instances/pages')
    await page.getByRole('button', { name: 'Replace' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Replace' }).click()
    await page.getByText('The secret is shown only now.').waitFor()
    await page.getByRole('cell', { name: KEY.id, exact: true }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Revoke' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
    await page.getByText('No key: nobody can reach this instance.').waitFor()
  })

  test('on a phone the keys of an instance fit the page', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await openAsOperator('-/instances/pages')
    await page.getByRole('button', { name: 'Make a key' }).click()
    await page.getByText('The secret is shown only now.').waitFor()
    const list = page.getByRole('region', { name: 'Access keys' }).locator('.list-frame')
    await list.getByRole('button', { name: 'Revoke' }).last().waitFor()
    const frame = "document.querySelector('.key-list').parentElement"
    expect(await page.evaluate(`${frame}.scrollWidth - ${frame}.clientWidth`)).toBe(0)
    expect(await accessibilityFaults(page)).toEqual([])
  })

  test('a visitor with a key finds no way to the operator’s pages', async () => {
    await openWithKey('-/instances')
    await page.getByText('Only the operator sees this page.').waitFor()
    expect(await page.getByRole('link', { name: 'Instances' }).count()).toBe(0)
  })

  test('the operations of an instance are shown to its key, and the server to the operator', async () => {
    await openWithKey('pages/tables')
    await page.getByRole('link', { name: 'Operations' }).click()
    await page
      .getByRole('region', { name: 'Slow requests' })
      .getByText('ListTable')
      .first()
      .waitFor()
    // Two steps of the history make the first line.
    const requests = page.getByRole('slider', { name: 'Requests a second, by operation' })
    await requests.waitFor()
    await requests.press('ArrowLeft')
    expect(await requests.getAttribute('aria-valuetext')).toMatch(/ListTable \S+\/s/)
    expect(await page.getByText('Memory by owner').count()).toBe(0)
    expect(await accessibilityFaults(page)).toEqual([])
    await page.getByRole('button', { name: /^Table ?: Requests a second/ }).click()
    await page.getByRole('columnheader', { name: 'ListTable' }).waitFor()
    await page.getByRole('button', { name: /^Signed in/ }).click()
    await page.getByRole('button', { name: 'Sign out' }).click()

    await openAsOperator('-/operations')
    await page.getByRole('region', { name: 'Memory by owner' }).waitFor()
    await page.getByText('This server has no continuous backup.').waitFor()
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await accessibilityFaults(page)).toEqual([])
  })

  test('what holds the log back is told by its name, and leads to its page', async () => {
    const { client } = opened.server
    const orders = defineTable({
      name: 'orders',
      key: { id: 'string' },
      columns: { title: 'string' },
    })
    const indexes = [{ name: 'by_title', key: ['title', 'id'] }] as const
    const table = await client.createTable(orders, { indexes })
    await table.index('orders_index').create({ fields: { title: 'KEYWORD' } })
    await openAsOperator('-/operations')
    const log = page.getByRole('region', { name: 'Commit log' })
    await log.getByRole('link', { name: 'orders / by_title' }).waitFor()
    await log.getByText('global index of instance pages').waitFor()
    expect(await log.locator('table code').count()).toBe(0)
    await log.getByRole('link', { name: 'orders / orders_index' }).click()
    await page.getByText('Add fields').first().waitFor()
    expect(new URL(page.url()).pathname).toMatch(/pages\/search\/orders\/orders_index\/fields$/)
  })

  test('the home of an instance offers a beginning, then tells what is there and was done', async () => {
    await openWithKey('pages')
    await page.getByRole('link', { name: 'Open the samples' }).waitFor()
    await page.getByRole('link', { name: 'Import a file' }).waitFor()
    await page.getByRole('button', { name: 'Load 20,000 rows' }).nth(2).waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await page.getByRole('button', { name: 'Create table' }).click()
    await page.getByLabel('Name').fill('orders')
    await page.getByLabel('Column', { exact: true }).fill('user')
    await page.getByRole('button', { name: 'Create table' }).click()
    await page.getByRole('region', { name: 'What is there' }).getByText('1 table, 0 B').waitFor()
    const done = page.getByRole('region', { name: 'What was done last' })
    await done.getByText('Table created orders').waitFor()
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await accessibilityFaults(page)).toEqual([])
    await page.getByRole('link', { name: 'orders' }).click()
    await page.getByText('0 rows loaded').waitFor()
  })

  test('a part of the heat map is selected by keys, stays in the address, and is let go', async () => {
    await openWithKey('pages')
    await page.getByRole('button', { name: 'Create table' }).click()
    await page.getByLabel('Name').fill('orders')
    await page.getByLabel('Column', { exact: true }).fill('user')
    await page.getByRole('button', { name: 'Create table' }).click()
    await page.getByRole('link', { name: 'orders' }).click()
    await page.getByRole('button', { name: 'Insert row' }).first().click()
    await page.getByRole('complementary').getByLabel('user').fill('c1')
    await page.getByRole('complementary').getByRole('button', { name: 'Insert row' }).click()
    await page.getByRole('complementary').waitFor({ state: 'detached' })
    await page
      .getByRole('navigation', { name: 'Views' })
      .getByRole('link', { name: 'Partitions' })
      .click()
    const map = page.getByRole('application')
    await map.focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Shift+ArrowLeft')
    const hottest = page.getByRole('region', { name: 'Hottest values' })
    await hottest.getByText(/ units in the selected part/).waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    expect(new URL(page.url()).search).toMatch(/^\?ranges=(\d+)-\1&from=\d+&until=\d+$/)
    await page.reload()
    await hottest.getByText(/ units in the selected part/).waitFor()
    await hottest.getByRole('button', { name: 'Show everything' }).click()
    await hottest.getByText(/ units in the selected part/).waitFor({ state: 'detached' })
    expect(new URL(page.url()).search).toBe('')
    await page.getByText('This table has no index.').waitFor()
    await page.getByText(`${await unitsOfOrders()} units in the last hour`).waitFor()
    await page.route('**/api/partitions/pages/orders', async (route) => {
      const answer = await (await route.fetch()).text()
      const big = `"bigValues":[{"value":"c1","bytes":${7 * 1024 ** 3}}]`
      await route.fulfill({ body: answer.replace('"bigValues":[]', big) })
    })
    await page.reload()
    await page.getByRole('img', { name: '70% of the 10 GB that are advised' }).waitFor()
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await accessibilityFaults(page)).toEqual([])
    await page.unrouteAll({ behavior: 'wait' })
  })

  /** As the metrics have them. */
  const unitsOfOrders = async (): Promise<number> => {
    const metrics = await (await fetch(`${opened.server.endpoint}/metrics`)).text()
    const counts = metrics.matchAll(/units_total\{instance="pages",table="orders",.*\} (\d+)/g)
    return [...counts].reduce((sum, [, units]) => sum + Number(units), 0)
  }

  test('the bill counts units, and says that its prices are examples', async () => {
    await openWithKey('pages')
    await page.getByRole('button', { name: 'Create table' }).click()
    await page.getByLabel('Name').fill('orders')
    await page.getByLabel('Column', { exact: true }).fill('user')
    await page.getByRole('button', { name: 'Create table' }).click()
    await page.getByRole('link', { name: 'orders' }).waitFor()
    await page.getByRole('link', { name: 'Bill' }).click()
    await page.getByText('The prices are examples.').waitFor()
    await page.getByRole('row', { name: /^orders 0 0 0.0000 CNY/ }).waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await accessibilityFaults(page)).toEqual([])
  })
})
