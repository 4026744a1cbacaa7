import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { type Client, defineTable } from '@rowhouse/client'
import { parquetPieces } from '@rowhouse/transfer'
import type { Page } from 'playwright-core'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { describeInBrowser } from '../testing/describe-in-browser.js'
import { accessibilityFaults } from '../testing/open-browser.js'
import { signInWithKey } from '../testing/serve-console.js'

const orders = defineTable({
  name: 'orders',
  key: { id: 'integer' },
  columns: { title: 'string', price: 'double' },
})

const pictured = defineTable({
  name: 'orders',
  key: { id: 'integer' },
  columns: { title: 'string', price: 'double', picture: 'binary' },
})

describeInBrowser('the import of files in a browser', { instance: 'imports' }, (opened) => {
  let client: Client
  let page: Page

  beforeAll(() => {
    client = opened.server.client
  })

  const open = async (path: string): Promise<void> => {
    await page.goto(`${opened.server.url}imports/${path}`)
    await signInWithKey(page, 'imports')
  }

  beforeEach(() => {
    page = opened.page
  })
  afterEach(async () => {
    for (const table of await client.tableNames()) await client.deleteTable(table)
  })

  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const choose = (name: string, text: string): Promise<void> =>
    page
      .getByLabel('File', { exact: true })
      .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })
  const status = (text: string) => page.getByRole('status').getByText(text).waitFor()

  test('a CSV file becomes a table, and what breaks a rule is told before', async () => {
    await open('tables')
    await page.getByRole('link', { name: 'Create from a file' }).click()
    await page.getByText('no file chosen').waitFor()
    const here = page.getByRole('navigation').locator('[aria-current=page]')
    expect(await here.allTextContents()).toEqual(['Tables'])
    await choose('orders.csv', 'id;title;price\n9007199254740993;tea;1.5\n2;milk\n3;cake;x\n')
    await page.getByText('Columns, guessed from the first 3 rows').waitFor()
    expect(await page.getByLabel('Type of id').inputValue()).toBe('integer')
    await page.getByLabel('Type of price').selectOption('DOUBLE')
    await page.getByText('1 row of the sample would be refused because of price.').waitFor()

    await page.getByLabel('Place of price in the key').selectOption('1')
    await page.getByText('choose another type for price').waitFor()
    expect(await button('Create orders and import').isDisabled()).toBe(true)
    await page.getByLabel('Place of id in the key').selectOption('1')
    await page.getByLabel('Name of title in the table').fill('#title')
    await page.getByText('#title: names').waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await page.getByLabel('Name of title in the table').fill('title')

    await button('Create orders and import').click()
    await status('Done: 1 row written')
    await page.getByRole('heading', { name: '2 rows refused' }).waitFor()
    await page.getByText('It has more or fewer fields than the first line.').waitFor()
    await page.getByText('price is no DOUBLE.').waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    const row = await client.table(orders).get({ id: 9_007_199_254_740_993n })
    expect(row).toMatchObject({ title: 'tea', price: 1.5 })
    await page.getByRole('link', { name: 'Open orders' }).click()
    await page.getByText('1 row loaded').waitFor()
  })

  test('a key is made of several columns, or gets a hash prefix, as `rowhouse import` makes it', async () => {
    const cards = 'device,seller,card\n54,a1001,6777\n16,a100,66661\n900,b1,1\n16,"c,d",2\n'
    await open('import')
    await choose('cards.csv', cards)
    await page.getByLabel('Place of device in the key').selectOption('0')
    await page.getByText('Choose one to four columns as the key.').waitFor()
    const madeKey = page.getByRole('group', { name: 'A key column made of others' })
    await madeKey.getByLabel('Made by').selectOption('splice')
    await page.getByText('0054,a1001', { exact: true }).waitFor()
    await madeKey.getByRole('button', { name: 'Add a column to the key' }).click()
    await madeKey.getByLabel('Largest device').fill('899')
    await page.getByText('054,a1001,006777', { exact: true }).waitFor()
    await page.getByText('2 rows of the sample would be refused because of key.').waitFor()
    await madeKey.getByLabel('Column 3').selectOption('seller')
    await page.getByText('A made key needs different columns').waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await madeKey.getByLabel('Column 3').selectOption('card')
    await button('Create cards and import').click()
    await status('Done: 2 rows written')
    await page.getByText('device is 900, outside of 0 to 899').waitFor()
    await page.getByText('seller may not hold ","').waitFor()
    expect(await keysOf('cards')).toEqual(['016,a100,066661', '054,a1001,006777'])

    await page.goto(`${opened.server.url}imports/import`)
    await choose('hashed.csv', cards)
    await page.getByLabel('Place of device in the key').selectOption('0')
    await madeKey.getByLabel('Made by').selectOption('hash')
    await madeKey.getByLabel('Column 1').selectOption('seller')
    await button('Create hashed and import').click()
    await status('Done: 4 rows written')
    const md5 = (text: string) => createHash('md5').update(text).digest('hex').slice(0, 4)
    const sellers = ['a1001', 'a100', 'b1', 'c,d']
    const hashed = sellers.map((seller) => md5(seller) + seller).toSorted()
    expect(await keysOf('hashed')).toEqual(hashed)
  })

  const keysOf = async (name: string): Promise<unknown[]> => {
    const keys: unknown[] = []
    const table = client.table(defineTable({ name, key: { key: 'string' }, columns: {} }))
    for await (const row of table.range()) keys.push(row.key)
    return keys
  }

  test('a Parquet file becomes a table, its integers exact and its bytes bytes', async () => {
    const id = 9_007_199_254_740_993n
    async function* groups() {
      yield [
        [id, 'tea', 1.5, Buffer.from([0, 255])],
        [2n, '铁观音', undefined, undefined],
      ]
      yield [[3n, 'cake', 2, Buffer.from('x')]]
    }
    const columns = [
      { name: 'id', type: 'integer' },
      { name: 'title', type: 'string' },
      { name: 'price', type: 'double' },
      { name: 'picture', type: 'binary' },
    ] as const
    const pieces: Uint8Array[] = []
    for await (const piece of parquetPieces(columns, groups())) pieces.push(piece)
    const file = { name: 'orders.parquet', mimeType: '', buffer: Buffer.concat(pieces) }
    await open('import')
    await page.getByLabel('File', { exact: true }).setInputFiles(file)
    await page.getByText('Columns, guessed from the first 3 rows').waitFor()
    expect(await page.getByLabel('Format').inputValue()).toBe('parquet')
    expect(await page.getByLabel('Encoding').count()).toBe(0)
    await page.getByLabel('Place of id in the key').selectOption('1')
    await button('Create orders and import').click()
    await status('Done: 3 rows written')
    expect(await client.table(pictured).get({ id })).toEqual({
      id,
      title: 'tea',
      price: 1.5,
      picture: Uint8Array.of(0, 255),
    })
    expect(await client.table(pictured).get({ id: 2n })).toMatchObject({ title: '铁观音' })
  })

  test('an import into a table stops, goes on, and writes each row once', async () => {
    await client.createTable(orders)
    await open('tables/orders')
    await page.getByRole('main').getByRole('link', { name: 'Import', exact: true }).click()
    const lines = Array.from(
      { length: 3_000 },
      (_, id) => `{"number":${id},"title":"${'tea '.repeat(30)}${id}"}`,
    )
    await choose('orders.ndjson', lines.join('\n'))
    await page.getByText('The table has id in its key').waitFor()
    await page.getByLabel('Name of number in the table').fill('id')

    // Requests wait here until the page has been told to stop.
    let letGo = (): void => {}
    const released = new Promise<void>((resolve) => (letGo = resolve))
    await page.route('**/api/requests/imports', async (route) => {
      await released
      await route.continue()
    })
    await button('Import into orders').click()
    await button('Stop').click()
    letGo()
    await status('Stopped after')
    await button('Go on').click()
    await status('Done: 3,000 rows written')
    expect(await page.getByText('refused').count()).toBe(0)
    const table = client.table(orders)
    expect(await table.get({ id: 0n })).toMatchObject({ title: `${'tea '.repeat(30)}0` })
    expect(await table.get({ id: 2_999n })).toBeDefined()
  })

  test('a packed file is imported while other pages are shown', async () => {
    await client.createTable(orders)
    await open('tables/orders/import')
    const lines = Array.from({ length: 1_000 }, (_, id) => `${id},tea ${id}`)
    const buffer = gzipSync(`id,title\n${lines.join('\n')}\n`)
    await page
      .getByLabel('File', { exact: true })
      .setInputFiles({ name: 'orders.csv.gz', mimeType: 'application/gzip', buffer })
    let letGo = (): void => {}
    const released = new Promise<void>((resolve) => (letGo = resolve))
    await page.route('**/api/requests/imports', async (route) => {
      if (route.request().postData()?.includes('BatchWriteRow') === true) await released
      await route.continue()
    })
    await button('Import into orders').click()
    await page.getByText('The import runs in this browser tab').waitFor()
    await page.getByRole('link', { name: 'Home' }).click()
    const underWay = page.getByRole('status').filter({ hasText: '1 task under way' })
    await underWay.waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    letGo()
    await underWay.waitFor({ state: 'detached' })
    await page.goBack()
    await status('Done: 1,000 rows written')
    expect(await client.table(orders).get({ id: 999n })).toMatchObject({ title: 'tea 999' })
    await button('Import another file').click()
    await page.getByText('no file chosen').waitFor()
  })

  test('a table whose key the server numbers takes no import', async () => {
    await open('tables')
    await page.getByRole('link', { name: 'Create table' }).click()
    await page.getByLabel('Name', { exact: true }).fill('numbered')
    await page.getByLabel('Column', { exact: true }).fill('user')
    await button('Add a key column').click()
    const second = page.getByLabel('Column', { exact: true }).nth(1)
    await second.fill('id')
    await page.getByLabel('Type', { exact: true }).nth(1).selectOption('INTEGER')
    await page.getByLabel('Auto-increment').check()
    await button('Create table').click()
    await page.getByRole('link', { name: 'numbered' }).waitFor()
    await page.goto(`${opened.server.url}imports/tables/numbered/import`)
    await choose('rows.csv', 'user,n\nme,1\n')
    await page.getByText('The server numbers id').waitFor()
    expect(await button('Import into numbered').isDisabled()).toBe(true)
  })
})
