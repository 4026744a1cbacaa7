import { defineTable } from '@rowhouse/client'
import type { Page } from 'playwright-core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { describeInBrowser } from '../testing/describe-in-browser.js'
import { accessibilityFaults } from '../testing/open-browser.js'
import { KEY, signInWithKey } from '../testing/serve-console.js'

const gateTables = z.object({ tables: z.array(z.looseObject({ table: z.string() })) })

describeInBrowser('the console in a browser', { instance: 'pages' }, (opened) => {
  let page: Page

  beforeEach(() => {
    page = opened.page
  })
  afterEach(async () => {
    const { client } = opened.server
    for (const table of await client.tableNames()) await client.deleteTable(table)
  })

  const createOrders = async (): Promise<void> => {
    await page.goto(opened.server.url)
    await signInWithKey(page, 'pages')
    await page.getByRole('button', { name: 'Create table' }).click()
    await page.getByLabel('Name').fill('orders')
    await page.getByLabel('Column', { exact: true }).fill('user')
    await page.getByRole('button', { name: 'Add a key column' }).click()
    await page.getByLabel('Column', { exact: true }).nth(1).fill('id')
    await page.getByLabel('Type').nth(1).selectOption('INTEGER')
    await page.getByRole('button', { name: 'Create table' }).click()
    await page.getByRole('link', { name: 'orders' }).click()
  }

  const insert = async (user: string, id: string, columns: Readonly<Record<string, string>>) => {
    await page.getByRole('button', { name: 'Insert row' }).first().click()
    const panel = page.getByRole('complementary')
    await panel.getByLabel('user').fill(user)
    await panel.getByLabel('id').fill(id)
    for (const [at, [name, text]] of Object.entries(columns).entries()) {
      await panel.getByRole('button', { name: 'Add a column' }).click()
      await panel.getByLabel('Column', { exact: true }).nth(at).fill(name)
      await panel.getByLabel(`${name}: Value`).fill(text)
    }
    await panel.getByRole('button', { name: 'Insert row' }).click()
    await panel.waitFor({ state: 'detached' })
  }

  const cell = (text: string) => page.getByRole('gridcell', { name: text, exact: true })

  test('the page of the service leads to the console', async () => {
    await page.goto(`${opened.server.endpoint}/`)
    await page.getByRole('link', { name: 'Open the web console' }).click()
    await page.getByRole('heading', { name: 'Sign in to Rowhouse' }).waitFor()
    expect(page.url()).toBe(opened.server.url)
    expect(opened.watched.faults).toEqual([`asked ${opened.server.endpoint}/`])
    opened.watched.forget()
  })

  test('the sign-in says where a key and the admin token are to be found', async () => {
    await page.goto(opened.server.url)
    await page.getByText('npm start prints it').waitFor()
    await page.getByRole('button', { name: 'Operator' }).click()
    await page.getByText('npm start prints where the folder is').waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
  })

  test('the sign-in is read in another language, and what was typed stays', async () => {
    await page.goto(opened.server.url)
    await page.getByLabel('Instance').fill('pages')
    const choice = page.getByRole('group', { name: 'Language' })
    await choice.getByRole('button', { name: '简体中文' }).click()
    await page.getByRole('heading', { name: '登录' }).waitFor()
    expect(await page.getByLabel('实例').inputValue()).toBe('pages')
    await page.getByRole('button', { name: 'English' }).click()
    await page.getByRole('button', { name: 'Sign in' }).waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
  })

  test('a wrong secret is told, and what was typed stays', async () => {
    await page.goto(opened.server.url)
    await page.getByLabel('Instance').fill('pages')
    await page.getByLabel('Access key ID').fill(KEY.id)
    await page.getByLabel('Secret').fill('wrong')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('alert').waitFor()
    expect(await page.getByRole('alert').textContent()).toContain('the secret is wrong')
    expect(await page.getByLabel('Access key ID').inputValue()).toBe(KEY.id)
  })

  test('a table is made, and a row is written, changed, cloned and deleted', async () => {
    await page.clock.install()
    await createOrders()
    await insert('c1', '9007199254740993', { title: '电脑 & <b>tea</b>' })
    await cell('9007199254740993').click()
    const panel = page.getByRole('complementary')
    await panel.getByRole('button', { name: 'Edit' }).click()
    await panel.getByLabel('title: Value').fill('铁观音')
    await panel.getByRole('button', { name: 'Save' }).click()
    await cell('铁观音').waitFor()
    await panel.getByRole('button', { name: 'Clone' }).click()
    await panel.getByLabel('id').fill('-5')
    await panel.getByRole('button', { name: 'Insert row' }).click()
    await cell('-5').waitFor()
    await panel.getByRole('button', { name: 'Delete row' }).click()
    await panel.waitFor({ state: 'detached' })
    await page.getByText(/1 row will be deleted in \d+ s/).waitFor()
    expect(await cell('9007199254740993').count()).toBe(1)
    await page.clock.fastForward(10_000)
    await cell('9007199254740993').waitFor({ state: 'detached' })
    expect(await cell('-5').count()).toBe(1)
    await page.getByRole('button', { name: 'Put 1 row back' }).click()
    await cell('9007199254740993').waitFor()
  })

  test('a range of keys is in the address, and a reload shows it again', async () => {
    await createOrders()
    for (const id of ['1', '2', '3']) await insert('c1', id, {})
    await insert('c2', '1', {})
    await page.getByRole('combobox', { name: 'user' }).selectOption('equals')
    await page.getByLabel('user: is').fill('c1')
    await page.getByRole('combobox', { name: 'id' }).selectOption('between')
    await page.getByLabel('id: from').fill('2')
    await page.getByRole('button', { name: 'Show' }).click()
    await page.getByText('2 rows loaded').waitFor()
    expect(new URL(page.url()).search).toBe('?is=c1&from=2&to=')
    await page.reload()
    await page.getByText('2 rows loaded').waitFor()
    await page.goBack()
    await page.getByText('4 rows loaded').waitFor()
  })

  test('a row opens by the keyboard, shows its code, and Escape closes it', async () => {
    await createOrders()
    await insert('c1', '1', { title: 'tea' })
    await insert('c1', '2', { title: 'coffee' })
    await page.getByRole('grid').focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    const panel = page.getByRole('complementary')
    await panel.getByText('coffee').waitFor()
    await panel.getByRole('button', { name: 'As code' }).click()
    await panel.getByRole('button', { name: 'Java' }).click()
    await panel.getByText('new GetRowRequest').waitFor()
    await panel.getByLabel('Request', { exact: true }).selectOption('DeleteRow orders')
    await panel.getByText('client.deleteRow').waitFor()
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })
  })

  test('the partitions of a table show their load, as a map and as a table', async () => {
    await createOrders()
    await insert('c1', '1', { title: 'tea' })
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Partitions' })
      .click()
    await page.getByRole('img', { name: /^orders: \d+ units in the last hour$/ }).waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await page.getByRole('link', { name: 'orders' }).click()
    await page.getByRole('group', { name: /Capacity units of each partition/ }).waitFor()
    await page.getByRole('heading', { name: 'The whole table' }).waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await page.getByLabel('Units', { exact: true }).selectOption('writes')
    await page.getByRole('button', { name: 'Table', exact: true }).click()
    await page.getByRole('cell', { name: '1', exact: true }).waitFor()
    expect(new URL(page.url()).search).toBe('?of=writes&as=table')
  })

  test('tables keep their places while their loads change, until they are sorted again', async () => {
    await createOrders()
    for (const name of ['busy', 'new']) {
      await opened.server.client.createTable(
        defineTable({ name, key: { id: 'string' }, columns: {} }),
      )
    }
    let busiest = 'orders'
    let hidden = 'new'
    await page.route('**/api/tables/pages', async (route) => {
      const answer = gateTables.parse(await (await route.fetch()).json())
      const tables = answer.tables
        .filter(({ table }) => table !== hidden)
        .map((each) => ({ ...each, unitsRead: each.table === busiest ? 50 : 1 }))
      await route.fulfill({ json: { tables } })
    })
    const names = () => page.locator('tbody a').allTextContents()
    await page.clock.install()
    await page.goto(`${opened.server.url}pages/partitions`)
    await page.getByRole('row', { name: /^busy/ }).waitFor()
    expect(await names()).toEqual(['orders', 'busy'])
    const sort = page.getByRole('button', { name: 'Sort by load' })
    expect(await sort.isDisabled()).toBe(true)
    ;[busiest, hidden] = ['busy', '']
    await page.clock.fastForward(10_000)
    await page.getByRole('row', { name: /^new/ }).waitFor()
    expect(await names()).toEqual(['orders', 'busy', 'new'])
    await sort.click()
    expect((await names())[0]).toBe('busy')
    expect(await accessibilityFaults(page)).toEqual([])
    await page.unrouteAll({ behavior: 'wait' })
  })

  test('after a session has ended, the sign-in leads to the same page', async () => {
    await createOrders()
    await page.context().clearCookies()
    await page.reload()
    await signInWithKey(page, 'pages')
    await page.getByText('0 rows loaded').waitFor()
    expect(new URL(page.url()).pathname).toBe('/console/pages/tables/orders')
  })

  test.each(['light', 'dark'] as const)('pages are accessible in the %s theme', async (theme) => {
    await page.emulateMedia({ colorScheme: theme })
    await page.goto(opened.server.url)
    await page.getByRole('button', { name: 'Sign in' }).waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await createOrders()
    await insert('c1', '1', { title: 'tea' })
    await cell('tea').click()
    await page.getByRole('complementary').getByRole('button', { name: 'Edit' }).click()
    expect(await accessibilityFaults(page)).toEqual([])
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Tables' })
      .click()
    await page.getByRole('link', { name: 'orders' }).waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
  })

  test.each([
    ['zh-CN', '数据表'],
    ['zh-TW', '資料表'],
    ['ja', 'テーブル'],
  ])('a browser in %s reads its own language', async (locale, tables) => {
    const other = await opened.openPage({ locale })
    await other.goto(opened.server.url)
    await signInWithKey(other, 'pages')
    await other.getByRole('heading', { name: tables }).waitFor()
    expect(await other.locator('html').getAttribute('lang')).toBe(locale)
  })
})
