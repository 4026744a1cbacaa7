import { readFile } from 'node:fs/promises'
import { type Client, defineTable } from '@rowhouse/client'
import type { Page } from 'playwright-core'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { describeInBrowser } from '../testing/describe-in-browser.js'
import { accessibilityFaults } from '../testing/open-browser.js'
import { signInWithKey } from '../testing/serve-console.js'

const orders = defineTable({
  name: 'orders',
  key: { user: 'string', id: 'integer' },
  columns: { title: 'string', price: 'double', count: 'integer', paid: 'boolean' },
})

const allowingTimes = (deviationCellVersionInSec: bigint) => {
  const unset = { timeToLive: undefined, maxVersions: undefined, allowUpdate: undefined }
  const tableOptions = { ...unset, updateFullRow: undefined, deviationCellVersionInSec }
  return { tableName: 'orders', reservedThroughput: undefined, streamSpec: undefined, tableOptions }
}

/** A PNG of one pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

describeInBrowser('the rows of a table in a browser', { instance: 'rows' }, (opened) => {
  let client: Client
  let url: string
  let page: Page

  beforeAll(() => {
    client = opened.server.client
    url = opened.server.url
  })

  const table = () => client.table(orders)

  beforeEach(async () => {
    await client.createTable(orders)
    for (let id = 1n; id <= 12n; id += 1n) {
      const kind = id % 3n === 0n ? 'coffee' : 'tea'
      const paid = id % 2n === 0n ? { paid: true } : {}
      await table().put({
        user: 'c1',
        id,
        title: `${kind} ${id}`,
        price: Number(id) + 0.5,
        count: id,
        ...paid,
      })
    }
    page = opened.page
    await page.goto(`${url}rows/tables/orders`)
    await signInWithKey(page, 'rows')
    await loaded(12)
  })
  afterEach(async () => {
    await client.deleteTable('orders')
  })

  const loaded = (rows: number) =>
    page.getByText(`${rows} ${rows === 1 ? 'row' : 'rows'} loaded`).waitFor()
  const cell = (text: string) => page.getByRole('gridcell', { name: text, exact: true })
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const panel = () => page.getByRole('complementary')
  const titleOf = async (id: bigint) => {
    const row = await table().get({ user: 'c1', id })
    return row?.['title']
  }

  describe('the filter', () => {
    test('is typed without the mouse, is in the address, and survives a reload', async () => {
      await page.getByRole('grid').waitFor()
      await page.keyboard.press('/')
      await page.keyboard.type('pri')
      await page.keyboard.press('Tab')
      await page.keyboard.type('>=')
      await page.keyboard.press('Tab')
      await page.keyboard.type('9.5')
      await page.keyboard.press('Enter')
      await loaded(4)
      await page.keyboard.type('title')
      await page.keyboard.press('Tab')
      await page.keyboard.type('begins')
      await page.keyboard.press('Tab')
      await page.keyboard.type('coffee')
      await page.keyboard.press('Enter')
      await loaded(2)
      const where = new URL(page.url()).searchParams.getAll('where')
      expect(where).toEqual([
        '{"column":"price","test":">=","value":9.5}',
        '{"column":"title","test":"begins","value":"coffee"}',
      ])
      await page.reload()
      await loaded(2)
      await page.goBack()
      await loaded(4)
      expect(await accessibilityFaults(page)).toEqual([])
    })

    test('takes a row without a column, and chips are changed and removed', async () => {
      await page.keyboard.press('/')
      await page.keyboard.type('paid')
      await page.getByLabel('Test').selectOption('missing')
      await button('Add filter').click()
      await loaded(6)
      await page
        .getByRole('button', { name: /paid is missing/ })
        .first()
        .click()
      await page.getByLabel('Test').selectOption('exists')
      await button('Change filter').click()
      await cell('tea 2').waitFor()
      await loaded(6)
      await page.getByRole('button', { name: 'Remove: paid is there' }).click()
      await loaded(12)
    })

    test('is the same as JSON, and as code', async () => {
      await button('As JSON').click()
      await page.getByLabel('As JSON').fill('[{"column":"count","test":"=","value":"7"}]')
      await button('Add filter').click()
      await page.getByText('There is no row in this range.').waitFor()
      await button('As JSON').click()
      await page
        .getByLabel('As JSON')
        .fill('[{"column":"count","test":"=","value":{"$integer":"7"}}]')
      await button('Add filter').click()
      await loaded(1)
      await button('As code').click()
      await panel().getByText('SingleColumnCondition').waitFor()
      await panel().getByText(opened.server.endpoint).waitFor()
      await panel().getByRole('button', { name: 'Go', exact: true }).click()
      await panel().getByText('tablestore.CT_EQUAL').waitFor()
    })

    test('refuses a value that does not fit the column', async () => {
      await page.keyboard.press('/')
      await page.keyboard.type('count')
      await page.getByLabel('Filter value', { exact: true }).fill('many')
      await page.keyboard.press('Enter')
      await page.getByText('This column needs a whole number').waitFor()
    })
  })

  test('a value is copied and rows are exported over http from another machine', async () => {
    // Browsers give such pages neither of these.
    await page.addInitScript(`
      Object.defineProperty(Navigator.prototype, 'clipboard', { value: undefined })
      Object.defineProperty(Crypto.prototype, 'randomUUID', { value: undefined })`)
    await page.reload()
    await cell('tea 2').click()
    const title = panel().locator('.value').filter({ hasText: 'tea 2' })
    await title.getByRole('button', { name: 'Copy' }).click()
    await title.getByRole('button', { name: 'Copied' }).waitFor()
    const filter = page.getByPlaceholder('Add a filter: column')
    await filter.focus()
    await page.keyboard.press('Control+v')
    expect(await filter.inputValue()).toBe('tea 2')
    await button('Export').click()
    const saved = page.waitForEvent('download')
    await panel()
      .getByRole('button', { name: /^Download/ })
      .click()
    await saved
  })

  test('the list of columns closes by Escape and by a click elsewhere', async () => {
    await page.getByRole('grid').waitFor()
    const find = page.getByLabel('Find a column')
    const opener = page.locator('summary', { hasText: 'Columns' })
    await opener.click()
    await find.fill('pri')
    await page.keyboard.press('Escape')
    await find.waitFor({ state: 'detached' })
    expect(await page.locator('summary:focus').textContent()).toContain('Columns')
    await opener.click()
    await find.waitFor()
    await page.getByText('rows loaded').click()
    await find.waitFor({ state: 'detached' })
  })

  describe('many rows', () => {
    const box = (at: number) => page.getByLabel('Select this row').nth(at)

    test('are deleted after a while, and put back with versions and times', async () => {
      await page.clock.install()
      const old = BigInt(Date.now() - 40 * 86_400_000)
      await client.updateTable(allowingTimes(100n * 86_400n))
      await table().put({ user: 'c1', id: 1n, title: 'old' }, { timestamp: old })
      await client.updateTable(allowingTimes(86_400n))
      await box(0).click()
      await box(1).click()
      const selection = page.getByRole('region', { name: 'Selected rows' })
      await selection.getByRole('button', { name: 'As code' }).click()
      await page.getByText("type: 'DELETE'").first().waitFor()
      await page.getByLabel('Request', { exact: true }).selectOption('DeleteRange orders')
      await page.getByText('nextStartPrimaryKey').waitFor()
      await button('Delete selected rows').click()
      await page.getByText(/2 rows will be deleted in \d+ s/).waitFor()
      expect(await titleOf(1n)).toBe('old')
      await page.clock.fastForward(10_000)
      await page.getByText('2 rows deleted', { exact: true }).waitFor()
      await loaded(10)
      expect(await titleOf(1n)).toBeUndefined()
      await button('Put 2 rows back').click()
      await page.getByText('2 rows are back').waitFor()
      await loaded(12)
      const back = await table().getVersions({ user: 'c1', id: 1n }, { maxVersions: 1 })
      expect(
        JSON.stringify(back, (_, value: unknown) =>
          typeof value === 'bigint' ? `${value}` : value,
        ),
      ).toContain(`${old}`)
      const { tableOptions: after } = await client.describeTable('orders')
      expect(after.deviationCellVersionInSec).toBe(86_400n)
    })

    test('can be put back after other pages were shown', async () => {
      await page.clock.install()
      await box(0).click()
      await button('Delete selected rows').click()
      await page.getByText(/1 row will be deleted in/).waitFor()
      await page.getByRole('link', { name: 'Home' }).click()
      await page.getByText('1 task under way').waitFor()
      await page.clock.fastForward(10_000)
      await page.getByText('1 task under way').waitFor({ state: 'detached' })
      expect(await titleOf(1n)).toBeUndefined()
      await page
        .getByRole('navigation', { name: 'Main' })
        .getByRole('link', { name: 'Tables' })
        .click()
      await page.getByRole('link', { name: 'orders', exact: true }).click()
      await loaded(11)
      await button('Put 1 row back').click()
      await page.getByText('1 row is back').waitFor()
      expect(await titleOf(1n)).toBe('tea 1')
    })

    test('that pass the filter are deleted, and the wait may be cancelled', async () => {
      await page.clock.install()
      await page.goto(`${url}rows/tables/orders?where={"column":"price","test":">","value":9}`)
      await loaded(4)
      await box(0).click()
      await button('Delete all rows that pass the filter').click()
      await page.clock.fastForward(5_000)
      await button('Keep the rows').click()
      await page.clock.fastForward(20_000)
      await box(0).click()
      expect(await titleOf(12n)).toBe('coffee 12')
      await button('Delete all rows that pass the filter').click()
      await page.clock.fastForward(10_000)
      await page.getByText('4 rows deleted', { exact: true }).waitFor()
      await page.getByRole('search').getByRole('button', { name: 'Clear filter' }).click()
      await loaded(8)
      expect(await accessibilityFaults(page)).toEqual([])
    })
  })

  describe('the keyboard', () => {
    test('finds a table by its name, and says what the keys do', async () => {
      await page.keyboard.press('Control+k')
      await page.keyboard.type('ord')
      await page.getByRole('option', { name: 'orders settings' }).waitFor()
      expect(await accessibilityFaults(page)).toEqual([])
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'Settings of orders' }).waitFor()
      await page.keyboard.press('?')
      await page.getByRole('dialog', { name: 'Keys' }).getByText('go to the filter').waitFor()
      expect(await accessibilityFaults(page)).toEqual([])
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    })
  })

  describe('an export', () => {
    test.each([
      [
        'CSV',
        'user,id,count,price,title,paid\nc1,9,9,9.5,coffee 9,\nc1,12,12,12.5,coffee 12,true\n',
      ],
      [
        'NDJSON',
        '{"user":"c1","id":9,"count":9,"price":9.5,"title":"coffee 9"}\n' +
          '{"user":"c1","id":12,"count":12,"paid":true,"price":12.5,"title":"coffee 12"}\n',
      ],
    ])('as %s has exactly the rows that pass the filter', async (format, expected) => {
      await page.goto(
        `${url}rows/tables/orders?where={"column":"price","test":">","value":9}` +
          '&where={"column":"title","test":"begins","value":"coffee"}',
      )
      await loaded(2)
      await button('Export').click()
      await panel().getByLabel(format, { exact: true }).check()
      const download = page.waitForEvent('download')
      await panel().getByRole('button', { name: 'Download' }).click()
      const file = await (await download).path()
      expect(await readFile(file, 'utf8')).toBe(expected)
      await panel().getByText('2 rows written', { exact: true }).waitFor()
      expect(await accessibilityFaults(page)).toEqual([])
    })

    test('as Parquet is a file of the rows that pass the filter', async () => {
      await page.goto(`${url}rows/tables/orders?where={"column":"price","test":">","value":9}`)
      await loaded(4)
      await button('Export').click()
      await panel().getByLabel('Parquet', { exact: true }).check()
      const download = page.waitForEvent('download')
      await panel().getByRole('button', { name: 'Download' }).click()
      const file = await readFile(await (await download).path())
      expect([file.subarray(0, 4).toString(), file.subarray(-4).toString()]).toEqual([
        'PAR1',
        'PAR1',
      ])
      await panel().getByText('4 rows written', { exact: true }).waitFor()
    })
  })

  describe('values', () => {
    test('are shown as JSON, hex and images, and 2 MB do not stop the page', async () => {
      const extra = defineTable({
        name: 'orders',
        key: { user: 'string', id: 'integer' },
        columns: { detail: 'string', picture: 'binary', large: 'string', arabic: 'string' },
      })
      await client.table(extra).put({
        user: 'c0',
        id: 1n,
        detail: '{"big":12345678901234567890,"tags":["a  b"]}',
        picture: PIXEL,
        large: 'abcdefgh'.repeat(262_144),
        arabic: '\u202eمرحبا\u202c <img src=x onerror=alert(1)>',
      })
      await page.reload()
      await cell('c0').click()
      await panel().getByText('12345678901234567890').waitFor()
      await panel().getByRole('img', { name: 'picture' }).waitFor()
      await panel().getByLabel('How picture is shown').getByRole('button', { name: 'Hex' }).click()
      await panel().getByText('000000  89 50 4e 47').waitFor()
      await panel().getByRole('button', { name: 'White space' }).first().click()
      await button('Load the whole value').click()
      await panel().getByText('2,097,152 bytes').waitFor({ state: 'detached' })
      expect(
        await panel().getByLabel('large', { exact: true }).last().locator('div').count(),
      ).toBeLessThan(200)
      expect(await accessibilityFaults(page)).toEqual([])
    })
  })

  describe('edits', () => {
    const editCell = async (text: string, next: string) => {
      await cell(text).dblclick()
      await page.getByRole('grid').getByRole('textbox').fill(next)
      await page.keyboard.press('Enter')
    }

    test('of cells gather, are reviewed as code, and are written together', async () => {
      await editCell('tea 1', '铁观音')
      await editCell('2.5', '99')
      await page.getByText('2 changes in 2 rows').waitFor()
      expect(await titleOf(1n)).toBe('tea 1')
      await button('Review').click()
      await panel().getByText('batchWriteRow').waitFor()
      expect(await accessibilityFaults(page)).toEqual([])
      await button('Apply changes').click()
      await page.getByText('2 changes in 2 rows').waitFor({ state: 'detached' })
      expect(await titleOf(1n)).toBe('铁观音')
      expect((await table().get({ user: 'c1', id: 2n }))?.['price']).toBe(99)
    })

    test('never overwrite what somebody else has written, and one may choose', async () => {
      await editCell('tea 1', 'mine')
      await table().put({ user: 'c1', id: 1n, title: 'theirs' })
      await button('Apply changes').click()
      await page.getByText('1 row was not written').waitFor()
      expect(await titleOf(1n)).toBe('theirs')
      await button('Review').click()
      await panel().getByText('Somebody else has changed this row').waitFor()
      await panel().getByRole('cell', { name: 'theirs' }).waitFor()
      await button('Write mine over it').click()
      await panel().getByText('There are no changes.').waitFor()
      expect(await titleOf(1n)).toBe('mine')
    })

    test('in the panel show the conflict there', async () => {
      await cell('tea 1').click()
      await panel().getByRole('button', { name: 'Edit' }).click()
      await panel().getByLabel('title: Value').fill('mine')
      await table().put({ user: 'c1', id: 1n, title: 'theirs' })
      await panel().getByRole('button', { name: 'Save' }).click()
      await button('Keep what is there').click()
      await cell('theirs').waitFor()
      expect(await titleOf(1n)).toBe('theirs')
    })
  })
})
