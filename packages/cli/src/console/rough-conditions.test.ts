import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, defineTable } from '@rowhouse/client'
import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { describeInBrowser } from '../testing/describe-in-browser.js'
import { accessibilityFaults, openPage } from '../testing/open-browser.js'
import { makeAccessKey } from '../testing/operator-calls.js'
import { startCli } from '../testing/run-cli.js'
import { KEY, signInWithKey } from '../testing/serve-console.js'

const MARKUP = '<img src=x onerror=alert(1)>'
const BACKWARD = '\u202eevil\u202c'

const orders = defineTable({
  name: 'orders',
  key: { user: 'string', id: 'integer' },
  columns: { title: 'string', price: 'double' },
})

const wide = defineTable({ name: 'wide', key: { id: 'string' }, columns: {} })

/** As many columns as a row may have. */
const COLUMNS = Object.fromEntries(
  Array.from({ length: 1_024 }, (_, at) => [`column_${String(at).padStart(4, '0')}`, BigInt(at)]),
)

describeInBrowser('the console on a bad day', { instance: 'rough' }, (opened) => {
  let page: Page

  beforeAll(async () => {
    const table = await opened.server.client.createTable(orders)
    for (const [at, user] of ['c1', 'c1', 'c2', `"><script>${MARKUP}`, BACKWARD].entries()) {
      await table.put({ user, id: BigInt(at), title: `${MARKUP} ${BACKWARD}`, price: at + 0.5 })
    }
    await (await opened.server.client.createTable(wide)).put({ id: 'a', ...COLUMNS })
  })

  beforeEach(() => {
    page = opened.page
  })

  const open = async (path: string, key = KEY): Promise<void> => {
    await page.goto(`${opened.server.url}rough/${path}`)
    await signInWithKey(page, 'rough', key)
  }
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const panel = () => page.getByRole('complementary')
  const loaded = (rows: number) =>
    page.getByText(`${rows} ${rows === 1 ? 'row' : 'rows'} loaded`).waitFor()

  test('a read-only key sees no way to write rows, and the gate refuses it', async () => {
    await open('tables/orders', await makeAccessKey(opened.server, 'rough', 'read-only'))
    await loaded(5)
    const cell = page.getByRole('gridcell', { name: '2.5', exact: true })
    await cell.dblclick()
    await page.keyboard.press('F2')
    await page.keyboard.press('Delete')
    expect(await page.getByRole('grid').getByRole('textbox').count()).toBe(0)
    await panel().getByRole('button', { name: 'As code' }).waitFor()
    for (const name of ['Insert row', 'Edit', 'Clone', 'Delete row', 'Review', 'Apply changes']) {
      expect(await button(name).count()).toBe(0)
    }
    expect(await page.getByLabel('Select this row').count()).toBe(0)
    await page.goto(`${opened.server.url}rough/tables/orders/settings`)
    await page.getByRole('heading', { name: 'Settings of orders' }).waitFor()
    for (const name of ['Change the table', 'Create an index', 'Drop table orders']) {
      expect(await button(name).count()).toBe(0)
    }
    const status = await page.evaluate(`fetch('api/session').then((reply) => reply.json())
      .then(({ session }) => fetch('api/requests/rough', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-rowhouse-csrf': session.csrf },
        body: '{"request":{"operation":"DeleteTable","table":"orders"}}',
      })).then((reply) => reply.status)`)
    expect(status).toBe(403)
    expect(await opened.server.client.tableNames()).toContain('orders')
  })

  test('markup and marks of direction in rows stay text', async () => {
    await open('tables/orders')
    await loaded(5)
    await page.getByRole('gridcell', { name: BACKWARD, exact: true }).click()
    await panel().getByText(MARKUP).first().waitFor()
    await panel().getByRole('button', { name: 'Delete row' }).click()
    await button('Keep the rows').click()
    await page.keyboard.press('/')
    await page.keyboard.type('title')
    await page.keyboard.press('Tab')
    await page.keyboard.type('begins')
    await page.keyboard.press('Tab')
    await page.keyboard.insertText(`${MARKUP} ${BACKWARD}`)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: /^Remove: title begins/ }).waitFor()
    await loaded(5)
    expect(await page.locator('img[src=x], main script').count()).toBe(0)
  })

  test('1,024 columns scroll, and the last is found', async () => {
    await open('tables/wide')
    await loaded(1)
    await page.getByRole('grid').focus()
    await page.keyboard.press('End')
    await page.getByRole('columnheader', { name: 'column_1023' }).waitFor()
    // Only what is in sight is in the page.
    expect(await page.getByRole('gridcell').count()).toBeLessThan(100)
  })

  test('a link leads to its row and filter behind the sign-in, and back works', async () => {
    const where = encodeURIComponent('{"column":"price","test":"<","value":2}')
    await open(`tables/orders?where=${where}`)
    await loaded(2)
    await page.getByRole('gridcell', { name: '1.5', exact: true }).click()
    await panel().getByRole('button', { name: 'As code' }).waitFor()
    const link = page.url()
    await page.context().clearCookies()
    await page.goto(link)
    await signInWithKey(page, 'rough')
    await panel().getByText(MARKUP).first().waitFor()
    await loaded(2)
    expect(page.url()).toBe(link)
    await page.getByRole('link', { name: 'Operations' }).click()
    await page.getByRole('heading', { name: 'Operations' }).waitFor()
    await page.goBack()
    await panel().getByText(MARKUP).first().waitFor()
    await loaded(2)
  })

  test('a form keeps what was typed when the session ends, for who has typed it', async () => {
    const fields = async (): Promise<readonly string[]> => [
      await panel().getByLabel('user').inputValue(),
      await panel().getByLabel('id').inputValue(),
    ]
    await open('tables/orders')
    await loaded(5)
    await button('Insert row').first().click()
    await panel().getByLabel('user').fill('typed')
    await panel().getByLabel('id').fill('7')
    await page.context().clearCookies()
    await panel().getByRole('button', { name: 'Insert row' }).click()
    await page.getByText('The session has ended. Sign in again').waitFor()
    expect(await page.getByLabel('Access key ID').inputValue()).toBe(KEY.id)
    expect(await page.getByRole('complementary').count()).toBe(0)
    expect(await accessibilityFaults(page)).toEqual([])
    await page.getByLabel('Secret').fill('wrong')
    await button('Sign in').click()
    await page.getByText('the secret is wrong').waitFor()
    await signInWithKey(page, 'rough')
    await panel().getByText('so this was not done').waitFor()
    expect(await fields()).toEqual(['typed', '7'])
    await panel().getByRole('button', { name: 'Insert row' }).click()
    await page.getByRole('gridcell', { name: 'typed', exact: true }).waitFor()
    await opened.server.client.table(orders).delete({ user: 'typed', id: 7n })

    await page.reload()
    await loaded(5)
    await button('Insert row').first().click()
    await panel().getByLabel('user').fill('typed')
    await page.context().clearCookies()
    await panel().getByRole('button', { name: 'Insert row' }).click()
    const key = await makeAccessKey(opened.server, 'rough', 'read-write')
    await signInWithKey(page, 'rough', key)
    await loaded(5)
    expect(await page.getByText('typed').count()).toBe(0)
    expect(
      await page.evaluate('JSON.stringify({...localStorage, ...sessionStorage})'),
    ).not.toContain('typed')
  })

  test('a page that nobody is at asks on without keeping its session', async () => {
    await page.clock.install()
    await open('tables')
    await page.getByRole('link', { name: 'orders' }).waitFor()
    const asked = (isAway: boolean) =>
      page.waitForRequest((request) => {
        const says = request.headers()['x-rowhouse-away'] !== undefined
        return request.url().endsWith('/api/tables/rough') && says === isAway
      })
    const left = asked(true)
    await page.clock.fastForward(120_000)
    await left
    const back = asked(false)
    await page.keyboard.press('Shift')
    await page.clock.fastForward(10_000)
    await back
  })

  test('the sign-in begins with its first field, and answers in the reader’s language', async () => {
    const other = await opened.openPage({ locale: 'zh-CN' })
    await other.goto(opened.server.url)
    await other.locator('input[name=instance]:focus').waitFor()
    await signInWithKey(other, 'rough', { id: KEY.id, secret: 'wrong' })
    await other.getByText('实例、密钥 ID 或密钥有误。').waitFor()
    expect(await other.getByText('ConsoleRefusal').count()).toBe(0)
  })

  test('on a slow network the page says so, and a second click writes nothing twice', async () => {
    await open('tables')
    await page.getByRole('link', { name: 'orders' }).waitFor()
    const waiting: (() => void)[] = []
    const asked: string[] = []
    await page.route('**/api/requests/rough', async (route) => {
      asked.push(route.request().postData() ?? '')
      await new Promise<void>((resolve) => waiting.push(resolve))
      await route.continue()
    })
    const answer = async (): Promise<void> => {
      await expect.poll(() => waiting.length).toBeGreaterThan(0)
      for (const go of waiting.splice(0)) go()
    }
    await page.getByRole('link', { name: 'Create table' }).click()
    await page.getByLabel('Name').fill('slow')
    await page.getByLabel('Column', { exact: true }).fill('id')
    const create = page.locator('form').getByRole('button', { name: 'Create table' })
    await create.click()
    await expect.poll(() => create.isDisabled()).toBe(true)
    await page.getByLabel('Name').press('Enter')
    await answer()
    await page.getByRole('link', { name: 'slow' }).waitFor()
    expect(asked.filter((request) => request.includes('CreateTable'))).toHaveLength(1)
    await page.getByRole('link', { name: 'orders' }).click()
    // Who wants no motion sees that it loads as well.
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.getByRole('status', { name: 'Loading' }).waitFor()
    const opacity = `getComputedStyle(document.querySelector('.skeleton')).opacity`
    await expect.poll(() => page.evaluate(opacity)).toBe('1')
    await page.emulateMedia({ reducedMotion: null })
    await answer()
    await answer()
    await loaded(5)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await opened.server.client.deleteTable('slow')
  })

  test('a server that dies is told, and the page goes on where it was', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'rowhouse-console-'))
    const key = ['--instance', 'rough', '--access-key', `${KEY.id}:${KEY.secret}`]
    const start = (consolePort: string) => {
      const ports = ['--port', '0', '--console-port', consolePort]
      return startCli(['--data', folder, ...ports, ...key, '--log-level', 'silent'])
    }
    const first = await start('0')
    const url = /"console":"([^"]+)"/.exec(first.line)?.[1] ?? expect.fail('no console')
    const endpoint = `http://127.0.0.1:${first.port}`
    const client = new Client({ endpoint, instance: 'rough', accessKey: KEY })
    await (await client.createTable(orders)).put({ user: 'c1', id: 1n, title: 'kept' })
    await client.close()
    const other = await openPage(opened.browser, new URL(url).origin)
    await other.page.goto(`${url}rough/tables/orders?is=c1`)
    await signInWithKey(other.page, 'rough')
    await other.page.getByRole('gridcell', { name: 'kept' }).waitFor()
    first.kill('SIGKILL')
    await first.ended()
    await other.page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Search' })
      .click()
    await other.page.getByText('This page could not be loaded.').waitFor()
    expect(await accessibilityFaults(other.page)).toEqual([])
    await other.page.goBack()
    await other.page.getByText('The server does not answer.').waitFor()
    expect(await accessibilityFaults(other.page)).toEqual([])
    const second = await start(new URL(url).port)
    await other.page.getByRole('button', { name: 'Try again' }).click()
    await other.page.getByText('The session has ended. Sign in again').waitFor()
    await signInWithKey(other.page, 'rough')
    await other.page.getByRole('gridcell', { name: 'kept' }).waitFor()
    await other.page.context().close()
    second.kill('SIGTERM')
    await second.ended()
    rmSync(folder, { recursive: true })
    // A page that could not be loaded from the dead server is told as such, and offers to try again.
    const others = other.faults.filter((fault) => !fault.includes('Unable to preload'))
    expect(others).toEqual([])
  })
})
