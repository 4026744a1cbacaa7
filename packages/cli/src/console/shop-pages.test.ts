import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expectDefined } from '@rowhouse/platform'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { describeInBrowser } from '../testing/describe-in-browser.js'
import { coveredPins, hasFocus, tabTo } from '../testing/page-controls.js'
import { loadSamples, signInToPages } from '../testing/load-samples.js'
import { tinyMap } from '../testing/tiny-map.js'

const MAP = join(tmpdir(), `rowhouse-map-${process.pid}.pmtiles`)

beforeAll(() => writeFile(MAP, tinyMap()))
afterAll(() => rm(MAP, { force: true }))

const WITH_MAP = { instance: 'pages', serve: ['--console-map', MAP] }

describeInBrowser('the shops on their map', WITH_MAP, (opened) => {
  let page: Page

  beforeAll(async () => {
    await loadSamples(opened.server.client, ['shops'])
  })

  beforeEach(async () => {
    page = opened.page
    await signInToPages(page, opened.server.url)
  })

  const open = (path: string): Promise<unknown> =>
    page.goto(`${opened.server.url}pages/samples${path}`)

  test('a link to a place shows it, though what is found is elsewhere', async () => {
    await open('/shops?at=30.27,120.15,12')
    await page.getByText('20 of 25 shown').waitFor()
    await page.getByRole('button', { name: 'Zoom in', exact: true }).click()
    await page.waitForURL((moved) => moved.searchParams.get('at')?.endsWith('13.00') === true)
    expect(new URL(page.url()).searchParams.get('at')).toBe('30.27000,120.15000,13.00')
  })

  test('25 milk teas are within a kilometre, and pin and row belong together', async () => {
    await open('/shops')
    await page.getByText('20 of 25 shown').waitFor()
    expect(await page.locator('.map-pin').count()).toBe(20)
    expect(await coveredPins(page)).toEqual([])
    await page.getByRole('listitem').nth(2).getByRole('button').click()
    const pin = page.locator('.map-pin[aria-pressed=true]')
    await pin.waitFor()
    expect(await pin.textContent()).toBe('3')
    const panel = page.getByRole('complementary')
    const link = panel.getByRole('link', { name: 'Website' })
    expect(await link.getAttribute('href')).toContain('/console/samples/shops/s0000')
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })
  })

  test('the best milk tea and its page are reached by the keyboard alone', async () => {
    await page.keyboard.press('Control+k')
    await page.keyboard.type('shops')
    await page.getByRole('option', { name: 'Shops' }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByText('20 of 25 shown').waitFor()
    const best = page.getByRole('listitem').first().getByRole('button')
    await tabTo(page, (await best.innerText()).replaceAll('\n', ' '))
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Website' }).waitFor()
    await tabTo(page, 'Website', 'link')
    await page.keyboard.press('Escape')
    await expect.poll(() => hasFocus(best)).toBe(true)
  })

  test('an area is drawn and changed by the keyboard alone', async () => {
    await open('/shops?view=area')
    await page.getByRole('button', { name: 'Circle' }).focus()
    await page.keyboard.press('Enter')
    const found = page.getByText(/^\d+ (found|of \d+ shown)$/)
    await found.waitFor()
    const before = await found.innerText()
    const radius = page.getByRole('button', { name: 'Radius' })
    await radius.focus()
    for (let step = 0; step < 10; step += 1) await page.keyboard.press('Shift+ArrowRight')
    await page.getByText(before, { exact: true }).waitFor({ state: 'detached' })
    expect(new URL(page.url()).searchParams.get('area')).toContain('"kind":"circle"')
    await page.getByRole('group', { name: 'Map of shops' }).focus()
    const at = new URL(page.url()).searchParams.get('at') ?? ''
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('+')
    await page.waitForURL((moved) => moved.searchParams.get('at') !== at)
  })

  test('scores and rings say of which type they are, and nothing has no mean', async () => {
    await open('/shops?view=statistics')
    await page.getByRole('heading', { name: 'Rings around the middle: 奶茶' }).waitFor()
    const rings = page.getByRole('group', { name: 'Distance' }).getByRole('row')
    await rings.filter({ hasText: '250 to 500 m' }).waitFor()
    const type = page.getByRole('combobox', { name: 'Type' })
    await type.selectOption('酒吧')
    await page.getByRole('button', { name: 'Ask' }).last().click()
    await page.getByRole('heading', { name: 'Rings around the middle: 酒吧' }).waitFor()
    expect(await type.inputValue()).toBe('酒吧')
    const scores = page.getByRole('group', { name: 'Score' }).getByRole('row')
    const lowest = await scores.filter({ hasText: '1 to 2' }).innerText()
    expect(lowest).toMatch(/^1 to 2\s+0\s+–$/)
    await scores.filter({ hasText: '4.5 to 5' }).waitFor()
  })

  const corners = () => page.getByRole('button', { name: /^Corner \d+$/ })

  test('a drag of the side of a polygon draws out one corner, and a double click removes it', async () => {
    await open('/shops?view=area')
    await page.getByRole('button', { name: 'Polygon' }).click()
    await expect.poll(() => corners().count()).toBe(5)
    const side = await page.getByRole('button', { name: 'New corner after 1' }).boundingBox()
    const { x, y } = expectDefined(side ?? undefined, 'the side has a handle')
    await page.mouse.move(x + 5, y + 5)
    await page.mouse.down()
    for (let step = 1; step <= 5; step += 1) await page.mouse.move(x + 10 * step, y - 4 * step)
    await page.mouse.up()
    await expect.poll(() => corners().count()).toBe(6)
    await page.getByRole('button', { name: 'Corner 2', exact: true }).dblclick()
    await expect.poll(() => corners().count()).toBe(5)
    await page.getByRole('button', { name: 'New corner after 1' }).focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => corners().count()).toBe(6)
    expect(await hasFocus(page.getByRole('button', { name: 'Corner 2', exact: true }))).toBe(true)
  })

  test('the map lies on the tiles of the file that the server names', async () => {
    const pieces: number[] = []
    page.on('response', (response) => {
      if (response.url().endsWith('/api/map')) pieces.push(response.status())
    })
    await open('/shops?density=none')
    await page.getByText('Drawn for a test').waitFor()
    await expect.poll(() => paintedIn(PARK)).toBeGreaterThan(1_000)
    expect(new Set(pieces)).toEqual(new Set([206]))
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect.poll(() => paintedIn(PARK_DARK)).toBeGreaterThan(1_000)
    const whole = await page.evaluate(`fetch('api/map').then((reply) => reply.status)`)
    expect(whole).toBe(416)
  })

  const PARK = [0xe3, 0xea, 0xd9]
  const PARK_DARK = [0x22, 0x2e, 0x28]

  /** Pixels of the map that have a colour. */
  const paintedIn = (colour: readonly number[]): Promise<number> =>
    page.evaluate(`(() => {
      const canvas = document.querySelector('.map canvas')
      const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
      let found = 0
      for (let at = 0; at < data.length; at += 4)
        if (${JSON.stringify(colour)}.every((part, nth) => data[at + nth] === part)) found += 1
      return found
    })()`)

  test('the density of shops is shown as cells, or not, and stays in the address', async () => {
    await open('/shops')
    await page.getByText('20 of 25 shown').waitFor()
    await page.getByLabel('Density').selectOption('cells')
    await page.waitForURL((url) => url.searchParams.get('density') === 'cells')
    await page.reload()
    await page.getByText('20 of 25 shown').waitFor()
    expect(await page.getByLabel('Density').inputValue()).toBe('cells')
  })

  test('400 shops in Hangzhou begin with 沈家, and the map goes there', async () => {
    await open('/shops?view=name')
    await page.getByText(/^20 of 4\d\d shown$/).waitFor()
    await page.waitForURL((moved) => (moved.searchParams.get('at') ?? '').startsWith('30.'))
    await page.getByLabel('Search by').selectOption('Part of the name')
    await page.getByLabel('Name contains').waitFor()
    await page.getByText(/^20 of 4\d\d shown$/).waitFor()
    await page.getByLabel('Search by').selectOption('District and type')
    await page.getByText(/^\d+ found$/).waitFor()
    expect(await page.locator('.shop-list').innerText()).toContain('老城')
  })

  const isAbove = async (upper: Locator, lower: Locator): Promise<boolean> => {
    const [above, below] = [await upper.boundingBox(), await lower.boundingBox()]
    return above !== null && below !== null && above.y > 0 && above.y + above.height < below.y
  }

  test('on a phone in Chinese the list of shops is a sheet over the map', async () => {
    const viewport = { width: 390, height: 800 }
    const other = await opened.openPage({ locale: 'zh-CN', viewport })
    await signInToPages(other, opened.server.url)
    await other.goto(`${opened.server.url}pages/samples/shops`)
    const sheet = other.getByRole('button', { name: '列表' })
    await sheet.click()
    await other.getByText('显示 25 条中的 20 条').waitFor()
    expect(await sheet.getAttribute('aria-expanded')).toBe('true')
    // The panel of a shop leaves its pin in sight, and the sheet comes back as it was.
    await other.locator('.shop-list button').nth(1).click()
    const panel = other.getByRole('complementary')
    await panel.waitFor()
    const pin = other.locator('.map-pin[aria-pressed=true]')
    await expect.poll(() => isAbove(pin, panel)).toBe(true)
    expect(await sheet.isVisible()).toBe(false)
    await panel.getByRole('button', { name: '关闭' }).click()
    await sheet.click()
    await other.getByText('显示 25 条中的 20 条').waitFor({ state: 'hidden' })
    await sheet.click()
    await other.getByRole('button', { name: '统计' }).last().click()
    await other.getByText(/找到/).waitFor({ state: 'detached' })
  })
})
