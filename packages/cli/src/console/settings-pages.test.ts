import { type Client, defineTable } from '@rowhouse/client'
import type { Page } from 'playwright-core'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { describeInBrowser } from '../testing/describe-in-browser.js'
import { accessibilityFaults } from '../testing/open-browser.js'
import { signInWithKey } from '../testing/serve-console.js'

const orders = defineTable({
  name: 'orders',
  key: { user: 'string', id: 'integer' },
  columns: { title: 'string' },
})

describeInBrowser('the settings of a table in a browser', { instance: 'settings' }, (opened) => {
  let client: Client
  let page: Page

  beforeAll(() => {
    client = opened.server.client
  })

  beforeEach(async () => {
    await client.createTable(orders)
    for (let id = 1n; id <= 12n; id += 1n) await client.table(orders).put({ user: 'c1', id })
    page = opened.page
    await page.goto(`${opened.server.url}settings/tables/orders/settings`)
    await signInWithKey(page, 'settings')
  })
  afterEach(async () => {
    await client.deleteTable('orders')
  })

  const button = (name: string) => page.getByRole('button', { name, exact: true })

  test('are changed, and the service says what is against its rules', async () => {
    await page.getByLabel('Time to live').fill('5')
    await button('Change the table').click()
    await page.getByRole('alert').getByText('OTSParameterInvalid').waitFor()
    await page.getByLabel('Time to live').fill('86400')
    await page.getByLabel('Versions of a column').fill('3')
    const changed = page.waitForResponse(
      (response) => response.request().postData()?.includes('UpdateTable') === true,
    )
    await button('Change the table').click()
    await changed
    await page.getByRole('alert').waitFor({ state: 'detached' })
    const { tableOptions: after } = await client.describeTable('orders')
    expect([after.timeToLive, after.maxVersions]).toEqual([86_400, 3])
    expect(await accessibilityFaults(page)).toEqual([])
  })

  test('a new table is told the rule that its names and numbers break, while they are typed', async () => {
    await page.goto(`${opened.server.url}settings/tables?new`)
    const create = button('Create table').last()
    await page.getByLabel('Name', { exact: true }).fill('1 bad')
    await page.getByText('which does not begin with a digit').waitFor()
    expect(await create.isDisabled()).toBe(true)
    await page.getByLabel('Name', { exact: true }).fill('made_here')
    const column = page.getByLabel('Column', { exact: true })
    await column.fill('#id')
    await page.getByText('does not begin with #').waitFor()
    await column.fill('id')
    await button('Add a key column').click()
    await column.nth(1).fill('id')
    await page.getByText('Another column of the key has this name.').first().waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await column.nth(1).fill('at')
    await page.getByLabel('Time to live').fill('5')
    await page.getByText('otherwise at least 86400').waitFor()
    await page.getByLabel('Time to live').fill('86400')
    await create.click()
    await page.getByRole('link', { name: 'made_here' }).waitFor()
    await client.deleteTable('made_here')
  })

  test('make and drop a secondary index', async () => {
    await button('Create an index').click()
    await page.getByLabel('Name', { exact: true }).fill('by_id')
    await page.getByLabel('First column of its key').selectOption('id')
    await button('Create an index').click()
    await page.getByRole('cell', { name: 'by_id', exact: true }).waitFor()
    await button('Drop by_id').click()
    await button('Drop it for good').click()
    await page.getByText('There is no secondary index.').waitFor()
  })

  test('define columns and take them out, unless an index holds them', async () => {
    await page.getByLabel('Name of the column').fill('total')
    await page.getByLabel('Type of the column').selectOption('INTEGER')
    await button('Define the column').click()
    await button('Take out total').waitFor()
    const { tableMeta } = await client.describeTable('orders')
    expect(tableMeta.definedColumns.at(-1)).toEqual({ name: 'total', type: 'INTEGER' })
    await page.getByLabel('Name of the column').fill('user')
    await button('Define the column').click()
    await page.getByRole('alert').getByText('OTSParameterInvalid').waitFor()
    await client.createIndex('orders', { name: 'by_total', key: ['total'] })
    await page.reload()
    await page.getByText('in the index by_total').waitFor()
    expect(await button('Take out total').count()).toBe(0)
    expect(await accessibilityFaults(page)).toEqual([])
    await button('Drop by_total').click()
    await button('Drop it for good').click()
    await button('Take out total').click()
    await button('Take out total').waitFor({ state: 'detached' })
    const after = await client.describeTable('orders')
    expect(after.tableMeta.definedColumns.some(({ name }) => name === 'total')).toBe(false)
  })

  test('clear and drop it once its name is typed', async () => {
    expect(await button('Drop table orders').isDisabled()).toBe(true)
    await page.getByLabel('Type orders to go on').fill('orders')
    await button('Delete all rows of orders').click()
    await page.getByText('12 rows deleted').waitFor()
    expect(await client.table(orders).get({ user: 'c1', id: 1n })).toBeUndefined()
    await button('Drop table orders').click()
    await page.waitForURL(/\/settings\/tables$/)
    expect(await client.tableNames()).toEqual([])
    await client.createTable(orders)
  })
})
