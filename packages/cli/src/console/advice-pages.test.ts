import { defineTable } from '@rowhouse/client'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ConsoleServer, signInWithKey, startConsoleServer } from '../testing/serve-console.js'
import {
  NO_BROWSER,
  accessibilityFaults,
  hasBrowser,
  openBrowser,
  openPage,
} from '../testing/open-browser.js'

if (!hasBrowser) console.warn(NO_BROWSER)

const visits = defineTable({
  name: 'visits',
  key: { day: 'integer', user: 'string' },
  columns: { page: 'string' },
})

describe.skipIf(!hasBrowser)('advice on keys in a browser', () => {
  let browser: Browser
  let server: ConsoleServer

  beforeAll(async () => {
    browser = await openBrowser()
    server = await startConsoleServer('advised')
  })
  afterAll(async () => {
    await browser.close()
    await server.close()
  })

  test('a key that all rows share is judged bad, and its reasons are told', async () => {
    const { client } = server
    await client.createTable(visits)
    const rows = Array.from({ length: 200 }, (_, at) => ({
      day: 1n,
      user: `u${(at * 7_919) % 200}`,
      page: `p${at % 7}`,
    }))
    await client.table(visits).writeMany(rows.map((put) => ({ put })))
    const { page, faults } = await openPage(browser, server.origin)
    await page.goto(`${server.url}advised/tables/visits/partitions`)
    await signInWithKey(page, 'advised')
    await page.getByRole('button', { name: 'Judge the columns' }).click()
    await page.getByText('By 200 rows').waitFor()
    const present = page.getByRole('row').filter({ hasText: 'the key now' })
    await present.getByText('bad', { exact: true }).click()
    await present.getByText('all rows have the same value').waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    expect(faults).toEqual([])
  })
})
