import { type Client, defineTable } from '@rowhouse/client'
import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { describeInBrowser } from '../testing/describe-in-browser.js'
import { accessibilityFaults } from '../testing/open-browser.js'
import { signInWithKey } from '../testing/serve-console.js'

const readings = defineTable({
  name: 'readings',
  key: { place: 'string' },
  columns: { degrees: 'integer', note: 'string' },
})

describeInBrowser('the grid and its panel in a browser', { instance: 'rows' }, (opened) => {
  let client: Client
  let page: Page

  beforeAll(async () => {
    client = opened.server.client
    await client.createTable(readings, { maxVersions: 20 })
  })
  beforeEach(async () => {
    page = opened.page
    await client.table(readings).put({ place: 'Basel', degrees: 1n, note: 'first' })
    await page.goto(`${opened.server.url}rows/tables/readings`)
    await signInWithKey(page, 'rows')
    await page.getByText('1 row loaded').waitFor()
  })

  test('columns become wider and narrower by the keyboard, and stay so', async () => {
    const separator = page.getByRole('separator', { name: 'Width of degrees' })
    await page.getByRole('grid').focus()
    await page.keyboard.press('ArrowRight')
    // The box that selects all rows stands before the heads.
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    expect(await separator.evaluate('document.activeElement.ariaLabel')).toBe('Width of degrees')
    const before = Number(await separator.getAttribute('aria-valuenow'))
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Shift+ArrowRight')
    const wider = before + 8 + 64
    expect(await separator.getAttribute('aria-valuenow')).toBe(String(wider))
    const head = page.getByRole('columnheader', { name: 'degrees', exact: true })
    expect((await head.boundingBox())?.width).toBe(wider)
    expect(await accessibilityFaults(page)).toEqual([])
    await page.reload()
    await head.waitFor()
    expect((await head.boundingBox())?.width).toBe(wider)
    await separator.press('Home')
    const least = await separator.getAttribute('aria-valuemin')
    expect(await separator.getAttribute('aria-valuenow')).toBe(least)
    await separator.press('ArrowLeft')
    expect(await separator.getAttribute('aria-valuenow')).toBe(least)
  })

  test('the versions of a cell are seen with their times, which may be a millisecond apart', async () => {
    const second = Math.floor(Date.now() / 1_000) * 1_000 - 60_000
    for (const more of [0, 1, 2]) {
      const set = { degrees: BigInt(more + 20) }
      const timestamp = BigInt(second + 678 + more)
      await client.table(readings).update({ place: 'Basel' }, { set }, { timestamp })
    }
    await page.reload()
    await page.getByRole('gridcell', { name: 'Basel' }).click()
    const panel = page.getByRole('complementary')
    for (const more of [0, 1, 2]) {
      await panel.getByText(String(more + 20), { exact: true }).waitFor()
      await panel.getByText(`.${678 + more}`).waitFor()
    }
    expect(await accessibilityFaults(page)).toEqual([])
  })
})
