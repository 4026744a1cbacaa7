import { defineTable } from '@rowhouse/client'
import { expect, test } from 'vitest'
import { describeInBrowser } from '../testing/describe-in-browser.js'
import { accessibilityFaults } from '../testing/open-browser.js'
import { signInWithKey } from '../testing/serve-console.js'

const visits = defineTable({
  name: 'visits',
  key: { day: 'integer', user: 'string' },
  columns: { page: 'string' },
})

const text = 'string'
/** More columns than a first look takes. */
const wide = defineTable({
  name: 'wide',
  key: { id: 'integer' },
  columns: {
    a: text,
    b: text,
    c: text,
    d: text,
    e: text,
    f: text,
    g: text,
    h: text,
    visitor: text,
  },
})

describeInBrowser('advice on keys in a browser', { instance: 'advised' }, (opened) => {
  test('columns that a first look leaves out are judged with more rows', async () => {
    const { client } = opened.server
    const same = { a: 'x', b: 'x', c: 'x', d: 'x', e: 'x', f: 'x', g: 'x', h: 'x' }
    await client.createTable(wide)
    for (let id = 0n; id < 40n; id += 1n) {
      await client.table(wide).put({ id, ...same, visitor: `v${(id * 7n) % 40n}` })
    }
    const { page } = opened
    await page.goto(`${opened.server.url}advised/tables/wide/partitions`)
    await signInWithKey(page, 'advised')
    const keys = page.getByRole('table').filter({ hasText: 'Usable throughput' })
    const ofVisitor = () => keys.getByRole('row').filter({ hasText: 'visitor' })
    await page.getByRole('button', { name: 'Judge the columns' }).click()
    await page.getByText('By 40 rows').waitFor()
    expect(await ofVisitor().count()).toBe(0)
    const more = page.getByRole('button', { name: 'Judge by up to 20,000 rows' })
    await more.click()
    await ofVisitor().first().waitFor()
    await more.waitFor({ state: 'detached' })
    expect(await accessibilityFaults(page)).toEqual([])
  })

  test('a key that all rows share is judged bad, and its reasons are told', async () => {
    const { client } = opened.server
    await client.createTable(visits)
    const rows = Array.from({ length: 200 }, (_, at) => ({
      day: 1n,
      user: `u${(at * 7_919) % 200}`,
      page: `p${at % 7}`,
    }))
    await client.table(visits).writeMany(rows.map((put) => ({ put })))
    const { page } = opened
    await page.goto(`${opened.server.url}advised/tables/visits/partitions`)
    await signInWithKey(page, 'advised')
    await page.getByRole('button', { name: 'Judge the columns' }).click()
    await page.getByText('By 200 rows').waitFor()
    const present = page.getByRole('row').filter({ hasText: 'the key now' })
    await present.getByText('bad', { exact: true }).click()
    await present.getByText('all rows have the same value').waitFor()
    const side = page.getByRole('row').filter({ hasText: 'page' }).filter({ hasText: 'stay' })
    await side.getByText('small').waitFor()
    const japanese = await opened.openPage({ locale: 'ja' })
    await japanese.goto(page.url())
    await signInWithKey(japanese, 'advised')
    await japanese.getByRole('button', { name: '列を評価' }).click()
    const nowInJapanese = japanese.getByRole('row').filter({ hasText: '現在のキー' })
    await nowInJapanese.getByText('悪い', { exact: true }).click()
    await nowInJapanese.getByText('すべての行が同じ値です').waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
  })
})
