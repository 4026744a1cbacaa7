import { expectDefined } from '@rowhouse/platform'
import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { describeInBrowser } from '../testing/describe-in-browser.js'
import { accessibilityFaults } from '../testing/open-browser.js'
import { signInWithKey } from '../testing/serve-console.js'
import { BY_PRICE, ROWS, fillSearched } from './searched-orders.js'

describeInBrowser('statistics in a browser', { instance: 'search' }, (opened) => {
  let url: string
  let page: Page

  beforeAll(async () => {
    url = opened.server.url
    await fillSearched(opened.server.client)
  })
  beforeEach(async () => {
    page = opened.page
    await page.goto(`${url}search/search`)
    await signInWithKey(page, 'search')
    await page.getByText('In step').first().waitFor()
    await page.getByRole('link', { name: 'by_all' }).click()
    await page.getByText(`${ROWS} hits`).waitFor()
  })

  test('top values and a histogram are counted over all hits, and lead to their rows', async () => {
    await page.getByRole('button', { name: 'Statistics' }).click()
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    const top = page.getByRole('region', { name: 'status' })
    await top.getByRole('row', { name: 'paid 40' }).waitFor()
    await page.getByLabel('Figure').selectOption('overTime')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('img', { name: /^at: 1\/1\/2026/ }).waitFor()
    await page.getByLabel('Figure').selectOption('avg')
    await page.getByLabel('Field', { exact: true }).last().selectOption('price')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('region', { name: 'avg price' }).getByText('60', { exact: true }).waitFor()
    await page.getByText('ms in the server').click()
    const spent = page.getByRole('table', { name: 'Where the time went' })
    await spent.getByRole('row', { name: 'search in the index' }).waitFor()
    await page.getByRole('button', { name: 'As code' }).click()
    await page.getByText('GROUP_BY_DATE_HISTOGRAM').waitFor()
    await page.getByText('AGG_AVG').waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await top.getByRole('button', { name: 'sent' }).click()
    await page.getByText('Rows where status is “sent”').waitFor()
    await top.getByRole('row', { name: 'sent 40' }).waitFor()
  })

  test('rows that an aggregation answers are a table', async () => {
    const aggregations = [
      { kind: 'topRows', name: 'dearest', limit: 2, sort: { sorters: [BY_PRICE] } },
      { kind: 'max', name: 'price', fieldName: 'price' },
    ]
    const q = encodeURIComponent(JSON.stringify({ aggregations }))
    await page.goto(`${url}search/search/orders/by_all?view=statistics&q=${q}`)
    const dearest = page.getByRole('region', { name: 'dearest' })
    await dearest.getByRole('cell', { name: '119.5' }).waitFor()
    await dearest.getByRole('cell', { name: 'green tea 118' }).waitFor()
    const price = page.getByRole('region', { name: 'price' })
    await price.getByText('119.5', { exact: true }).waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
  })

  test('what the service refuses of a statistic stands at it, and it can be taken out', async () => {
    const aggregations = ['price', 'status'].map((fieldName) => ({
      kind: 'avg',
      name: fieldName,
      fieldName,
    }))
    const q = encodeURIComponent(JSON.stringify({ aggregations }))
    await page.goto(`${url}search/search/orders/by_all?view=statistics&q=${q}`)
    await page.getByRole('region', { name: 'status' }).locator('.refused').waitFor()
    expect(await page.getByRole('region', { name: 'price' }).locator('.refused').count()).toBe(0)
    await page.getByRole('button', { name: 'Remove status' }).click()
    await page.getByRole('region', { name: 'price' }).getByText('60', { exact: true }).waitFor()
  })

  test('the best rows of each group are a table under it', async () => {
    const best = { kind: 'topRows', name: 'best', limit: 2, sort: { sorters: [BY_PRICE] } }
    const subAggregations = [{ kind: 'min', name: 'least', fieldName: 'price' }, best]
    const groupBys = [{ kind: 'field', name: 'by', fieldName: 'status', subAggregations }]
    const q = encodeURIComponent(JSON.stringify({ groupBys }))
    await page.goto(`${url}search/search/orders/by_all?view=statistics&q=${q}`)
    const paid = page.getByRole('region', { name: 'paid: best' })
    await paid.getByRole('cell', { name: '118.5' }).waitFor()
    await paid.getByRole('cell', { name: 'green tea 115' }).waitFor()
    await page.getByRole('region', { name: 'open: best' }).getByText('green tea 117').waitFor()
    await page.getByRole('row', { name: 'paid 40 1.5' }).waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
  })

  test('a column of the time histogram leads to its rows, and so does its line', async () => {
    await page.getByRole('button', { name: 'Statistics' }).click()
    await page.getByLabel('Figure').selectOption('overTime')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    const region = page.getByRole('region', { name: 'at' })
    const chart = region.getByRole('img', { name: /^at: 1\/1\/2026/ })
    const box = (await chart.boundingBox()) ?? undefined
    const { width, height } = expectDefined(box, 'the chart is shown')
    // The second of five days.
    await chart.click({ position: { x: (width * 3) / 10, y: height - 2 } })
    await page.getByText('24 rows', { exact: true }).waitFor()
    await region.getByRole('row', { name: '1/2/2026 24' }).waitFor()
    expect(await region.getByRole('row').count()).toBe(2)
    await page.goBack()
    await region.getByRole('button', { name: '1/5/2026' }).click()
    await page.getByText('24 rows', { exact: true }).waitFor()
    await region.getByRole('row', { name: '1/5/2026 24' }).waitFor()
  })
})
