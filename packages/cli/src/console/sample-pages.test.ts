import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { describeInBrowser } from '../testing/describe-in-browser.js'
import { coveredPins, tabTo } from '../testing/page-controls.js'
import { loadSamples, signInToPages } from '../testing/load-samples.js'

describeInBrowser('the samples in the console', { instance: 'pages' }, (opened) => {
  let page: Page

  beforeAll(async () => {
    await loadSamples(opened.server.client, ['orders', 'shops', 'media'])
  })

  beforeEach(async () => {
    page = opened.page
    await signInToPages(page, opened.server.url)
  })

  const open = (path: string): Promise<unknown> =>
    page.goto(`${opened.server.url}pages/samples${path}`)

  test('the list says what is loaded, and a sample is removed after a question', async () => {
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Samples' })
      .click()
    await page.getByText('2,500 rows').first().waitFor()
    expect(await page.getByText('2,500 rows').count()).toBe(3)
    await page.getByRole('button', { name: 'Remove' }).first().click()
    await page.getByRole('alertdialog').getByText('order_contract').waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('alertdialog').waitFor({ state: 'detached' })
  })

  test('consumer c0001 has 240 orders, and their request is shown as code', async () => {
    await open('/orders')
    await page.getByText('20 of 212 shown').waitFor()
    await page.getByLabel('Total at least').fill('0')
    await page.getByRole('button', { name: 'Ask' }).click()
    await page.getByText('20 of 240 shown').waitFor()
    await page.getByRole('button', { name: 'As code' }).click()
    await page.getByRole('button', { name: 'Java', exact: true }).click()
    await page.getByText('SearchRequest').first().waitFor()
    await page.reload()
    await page.getByText('20 of 240 shown').waitFor()
    await page.goBack()
    await page.getByText('20 of 212 shown').waitFor()
  })

  test('a sample stays as it is while news of its load fails', async () => {
    await page.clock.install()
    await open('/orders')
    await page.getByText('20 of 212 shown').waitFor()
    let failed = 0
    await page.route('**/api/samples/pages', (route) => {
      failed += 1
      return route.abort()
    })
    const failures = async (): Promise<number> => {
      await page.clock.fastForward(15_000)
      return failed
    }
    await expect.poll(failures).toBeGreaterThan(2)
    await page.getByRole('button', { name: 'Spending by month' }).click()
    await page.getByRole('slider', { name: 'Turnover' }).waitFor()
    expect(await page.getByRole('main').count()).toBe(1)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })

  test('turnover over time has even hours, told one by one, and nothing is said as such', async () => {
    await open('/orders?tab=platform&question=platform-turnover-by-hour')
    const chart = page.getByRole('slider', { name: 'Turnover' })
    await chart.focus()
    await page.keyboard.press('ArrowRight')
    const first = await chart.getAttribute('aria-valuetext')
    expect(first).toMatch(/^\d+:00\s[AP]M: CN¥[\d,.]+ · Orders: \d+$/)
    await page.locator('.bar-chart').getByRole('button').click()
    const hours = (await page.getByRole('rowheader').allInnerTexts()).map((time) =>
      new Date(`2000-01-01 ${time.replace(/\s/, ' ')}`).getHours(),
    )
    expect(hours.length).toBeGreaterThan(12)
    expect(hours).toEqual(hours.map((_, nth) => (hours[0] ?? 0) + nth))
    const never = { period: { from: 1_000, to: 2_000 } }
    await open(`/orders?tab=platform&with=${encodeURIComponent(JSON.stringify(never))}`)
    await page.getByText('There is nothing to show.').waitFor()
  })

  test('the 100 best buyers and their code in Java are reached by the keyboard alone', async () => {
    await page.keyboard.press('Control+k')
    await page.keyboard.type('best buyers')
    await page.getByRole('option', { name: 'The 100 best buyers' }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('columnheader', { name: 'Buyer' }).waitFor()
    await tabTo(page, 'As code')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Java', exact: true }).waitFor()
    await tabTo(page, 'Java')
    await page.keyboard.press('Enter')
    await page.getByText('GroupByField').first().waitFor()
  })

  test('an order is read by its key and by the index, both timed', async () => {
    await open('/orders?tab=lookup')
    await page.getByText('O_000000000000001').nth(1).waitFor()
    expect(await page.getByText(/^[\d.,]+ ms$/).count()).toBe(2)
  })

  test('what is bought together is found by a job with a dated result', async () => {
    await open('/orders?tab=platform&question=platform-basket-partners')
    await page.getByRole('button', { name: 'Run' }).click()
    await page.getByText(/^Done in/).waitFor()
    await page.getByRole('columnheader', { name: 'Lift' }).waitFor()
    expect(await page.getByRole('row').count()).toBeGreaterThan(1)
    await page.getByText('As code').click()
    await page.getByLabel('Request', { exact: true }).selectOption('ParallelScan order_contract')
    await page.getByText('client.computeSplits').waitFor()
    await page.reload()
    await page.getByText(/^Done in/).waitFor()
  })

  test('files on the map have the numbers of their pins, of which none covers another', async () => {
    await open('/media?question=map')
    await page.locator('.map-pin').nth(9).waitFor()
    expect(await coveredPins(page)).toEqual([])
    const numbers = await page.locator('.media-grid .pin-number').allInnerTexts()
    const pins = await page.locator('.map-pin').allInnerTexts()
    expect(numbers).toEqual(pins)
  })

  test('120 images are sorted by the score of their tag, and tags are edited', async () => {
    await page.clock.install()
    await open('/media')
    await page.getByText('20 of 120 shown').waitFor()
    const first = page.locator('.media-grid li').first()
    expect(await first.locator('.tag.matched').textContent()).toBe('开心 93%')
    await page.getByLabel('Tag', { exact: true }).fill('海边')
    await page.getByRole('button', { name: 'Ask' }).click()
    await page.getByText('20 of 70 shown').waitFor()
    expect(await first.locator('.tag.matched').textContent()).toContain('海边')
    await page.getByRole('button', { name: 'Example of the manual' }).click()
    await page.getByText('20 of 120 shown').waitFor()
    await first.getByRole('button').click()
    const panel = page.getByRole('complementary')
    await panel.getByRole('button', { name: 'Edit tags' }).click()
    const tag = panel.getByRole('textbox', { name: 'Tag' })
    await tag.fill('测试')
    await tag.press('Enter')
    await panel.getByRole('button', { name: 'Remove 测试' }).waitFor()
    await tag.fill('又一个')
    await panel.getByRole('button', { name: 'Save tags' }).click()
    await panel.getByText('测试 100%, 又一个 100%').waitFor()
    await panel.getByText('updateRow').waitFor()
    await panel.getByRole('button', { name: 'Delete' }).click()
    await panel.waitFor({ state: 'detached' })
    const wait = page.getByText(/1 row will be deleted in \d+ s/)
    await wait.waitFor()
    expect((await wait.boundingBox())?.y).toBeLessThan(page.viewportSize()?.height ?? 0)
    await page.clock.fastForward(10_000)
    await page.getByText('1 row deleted', { exact: true }).waitFor()
    await page.getByText('20 of 119 shown').waitFor()
    await page.getByRole('button', { name: 'Put 1 row back' }).click()
    await page.getByText('1 row is back').waitFor()
    await page.getByText('20 of 120 shown').waitFor()
    expect(await first.locator('.tag.matched').textContent()).toBe('开心 93%')
  })

  test('60 videos show a person, and a field is added while the index answers', async () => {
    await open('/media?question=person-of-user')
    await page.getByText('20 of 60 shown').waitFor()
    await page.getByRole('button', { name: 'Add and remove a field' }).click()
    await page.getByRole('button', { name: 'Add the field' }).click()
    const keep = page.getByRole('button', { name: 'Keep the change' })
    await keep.waitFor()
    await page.getByText('As code').click()
    await page.getByLabel('Request', { exact: true }).selectOption('CreateSearchIndex media_meta')
    await page.getByText('client.createSearchIndex').waitFor()
    await keep.click()
    await page.getByRole('button', { name: 'Remove the field' }).waitFor()
  })

  test('spliced keys keep their order in one rendering of three', async () => {
    await open('/card-lab')
    await page.getByRole('button', { name: 'Run: Splice' }).click()
    await page.getByText('in the order of its parts', { exact: true }).waitFor()
    expect(await page.getByText('not in the order of its parts').count()).toBe(2)
  })
})
