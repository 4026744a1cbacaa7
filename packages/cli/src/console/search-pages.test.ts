import type { Client } from '@rowhouse/client'
import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { describeInBrowser } from '../testing/describe-in-browser.js'
import { accessibilityFaults } from '../testing/open-browser.js'
import { KEY, signInAsOperator, signInWithKey } from '../testing/serve-console.js'
import { ROWS, fillSearched } from './searched-orders.js'

describeInBrowser('searches in a browser', { instance: 'search' }, (opened) => {
  let client: Client
  let url: string
  let page: Page

  beforeAll(async () => {
    client = opened.server.client
    url = opened.server.url
    await fillSearched(client)
  })

  beforeEach(async () => {
    page = opened.page
    await signIn(page, KEY)
    await page.getByRole('link', { name: 'by_all' }).click()
    await page.getByText(`${ROWS} hits`).waitFor()
  })

  const signIn = async (visited: Page, key: typeof KEY): Promise<void> => {
    await visited.goto(`${url}search/search`)
    await signInWithKey(visited, 'search', key)
    await visited.getByText('In step').first().waitFor()
  }

  const search = () => page.getByRole('button', { name: 'Search', exact: true }).last()
  const addCondition = async (field: string): Promise<void> => {
    await page.getByRole('button', { name: 'Add condition' }).last().click()
    await page.getByLabel('Field', { exact: true }).last().selectOption(field)
  }

  const writeJson = async (text: string): Promise<void> => {
    await page.getByRole('textbox', { name: 'The search as JSON' }).press('ControlOrMeta+a')
    await page.keyboard.insertText(text)
  }

  test('conditions are built, read aloud and counted; back leads to the search before', async () => {
    await addCondition('status')
    await page.getByLabel('value', { exact: true }).fill('open')
    await addCondition('price')
    await page.getByLabel('from', { exact: true }).fill('60')
    await page.getByText('Rows where status is “open” and price is at least 60').waitFor()
    await search().click()
    await page.getByText('20 hits').waitFor()
    await page.getByLabel('Part').last().selectOption('mustNot')
    await search().click()
    await page.getByText('20 hits').waitFor()
    await page.getByText('not (price is at least 60)').waitFor()
    await page.goBack()
    await page.getByText('status is “open” and price is at least 60').waitFor()
    await page.goBack()
    await page.getByText(`${ROWS} hits`).waitFor()
  })

  test('the same search is written as JSON, and both say the same', async () => {
    await page.getByRole('button', { name: 'JSON' }).click()
    await writeJson('{ "query": { "kind": "term", "fieldName": "statu", "term": "paid" } }')
    await page.getByText('the index has no field statu').first().waitFor()
    expect(await search().isDisabled()).toBe(true)
    await writeJson('{ "query": { "kind": "term", "fieldName": "status", "term": "paid" } }')
    await page.getByText('Rows where status is “paid”').waitFor()
    await search().click()
    await page.getByText('40 hits').waitFor()
    await page.reload()
    await page.getByText('40 hits').waitFor()
    await page.getByLabel('value', { exact: true }).fill('sent')
    await page.getByText('"term": "sent"').waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
  })

  test('what is wrong in the JSON is told in words under it', async () => {
    await page.getByRole('button', { name: 'JSON' }).click()
    await writeJson('{"query": {"kind": "range", "fieldName": "price", "from": 5,, }}')
    await page.getByText(/Line 1, column \d+: this is no JSON/).waitFor()
    await writeJson('{\n"collapse": {"fieldName": "status"}}')
    await page.getByText('Line 2: this should be').waitFor()
    expect(await search().isDisabled()).toBe(true)
    // The editor marks the fault a moment later, and may not change while axe reads it.
    await page.locator('.cm-lintRange').first().waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await writeJson('{"collapse": "status"}')
    await page.getByText('Ctrl Space completes.').waitFor()
  })

  test('the editor completes kinds, members and fields while they are typed', async () => {
    await page.getByRole('button', { name: 'JSON' }).click()
    const editor = page.getByRole('textbox', { name: 'The search as JSON' })
    const type = async (text: string, option: string): Promise<void> => {
      await page.keyboard.type(text)
      const offers = page.locator('.cm-tooltip-autocomplete')
      await offers.getByRole('option', { name: option, exact: true }).click()
    }
    await editor.fill('')
    await type('{ "query": { "kind": "ran', 'range')
    await type(', "fie', 'fieldName')
    await type('"pri', 'price')
    await page.keyboard.type(', "from": 100.0 } }')
    await page.getByText('Rows where price is at least 100').waitFor()
  })

  test('what the service refuses stands at its clause, until the clause is changed', async () => {
    await page.getByRole('button', { name: 'JSON' }).click()
    const clauses = [
      '{ "kind": "term", "fieldName": "status", "term": "paid" }',
      '{ "kind": "prefix", "fieldName": "price", "prefix": "6" }',
    ]
    await writeJson(`{ "query": { "kind": "bool", "must": [${clauses.join(', ')}] } }`)
    await search().click()
    const refused = page.locator('.condition', { hasText: 'PREFIX_QUERY' })
    await refused.waitFor()
    expect(await page.locator('.condition .refused').count()).toBe(1)
    expect(await refused.getByLabel('Field', { exact: true }).inputValue()).toBe('price')
    expect(await accessibilityFaults(page)).toEqual([])
    await refused.getByLabel('Comparison').selectOption('exists')
    await page.locator('.refused').waitFor({ state: 'detached' })
    await search().click()
    await page.getByText('40 hits').waitFor()
  })

  test('entries of a nested field are found, and the search is shown as code', async () => {
    await addCondition('items')
    await page.getByLabel('Field', { exact: true }).last().selectOption('items.sku')
    await page.getByLabel('value', { exact: true }).fill('s1')
    await search().click()
    await page.getByText('30 hits').waitFor()
    await page.getByRole('button', { name: 'As code' }).click()
    await page.getByRole('button', { name: 'Python' }).click()
    await page.getByText('NestedQuery').waitFor()
  })

  test('a hit is deleted from its panel, also beside statistics, and put back', async () => {
    await page.clock.install()
    await page.getByRole('button', { name: 'Statistics' }).click()
    await page.getByLabel('Figure').selectOption('overTime')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('region', { name: 'at' }).waitFor()
    await page.getByRole('button', { name: 'Rows', exact: true }).last().click()
    await page.getByRole('grid').focus()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Delete row' }).click()
    await page.getByText('It can be put back afterwards.').waitFor()
    await page.clock.fastForward(10_000)
    await page.getByText('1 row deleted', { exact: true }).waitFor()
    await page.getByText(`${ROWS - 1} rows loaded`).waitFor()
    await page.getByRole('button', { name: 'Put 1 row back' }).click()
    await page.getByText('1 row is back').waitFor()
    await page.getByText(`${ROWS} hits`).waitFor()
  })

  test('hostile text stays text, where it was found and in its panel', async () => {
    await addCondition('title')
    await page.getByLabel('text', { exact: true }).fill('onerror')
    await page.getByLabel('Mark words in').selectOption('title')
    await search().click()
    await page.getByText('1 hit', { exact: true }).waitFor()
    await page.locator('mark', { hasText: 'onerror' }).waitFor()
    expect(await page.locator('img[src=x]').count()).toBe(0)
    await page.getByRole('grid').focus()
    await page.keyboard.press('Enter')
    await page.getByRole('complementary').getByText('<img src=x onerror=alert(1)>').waitFor()
  })

  test('a search is kept under a name in this browser', async () => {
    await addCondition('status')
    await page.getByLabel('value', { exact: true }).fill('sent')
    await page.getByText('Named searches').click()
    await page.getByLabel('Name', { exact: true }).fill('what was sent')
    await page.getByRole('button', { name: 'Keep this search' }).click()
    await page.getByRole('button', { name: 'Every row' }).click()
    await page.getByText('Rows where status').waitFor({ state: 'detached' })
    // A click elsewhere has closed the list.
    await page.getByText('Named searches').click()
    await page.getByRole('button', { name: 'what was sent', exact: true }).click()
    await page.getByText('40 hits').waitFor()
  })

  test('an index is made by a form, watched while it fills, altered and deleted', async () => {
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Search' })
      .click()
    await page.getByRole('link', { name: 'Create search index' }).click()
    await page.getByLabel('Name of the index').fill('made_here')
    await page.getByRole('button', { name: 'Take the columns of the table' }).click()
    const title = page.getByRole('group', { name: 'title' })
    await title.getByLabel('Type').selectOption('TEXT')
    await title.getByLabel('analyzer').selectOption('split')
    await title.getByText('analyzer settings').click()
    await title.getByLabel('delimiter').fill(' ')
    await page.getByText('"delimiter": " "').waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await page.getByRole('button', { name: 'Create search index' }).click()
    // The rows come without a reload.
    await page.getByText(`${ROWS} hits`).waitFor()
    await page.getByText('In step').waitFor()
    await page.goto(`${url}search/search/orders/made_here/fields`)
    await page.getByRole('button', { name: 'Add fields' }).click()
    await page.getByRole('textbox', { name: 'Column' }).fill('more')
    await page.getByRole('button', { name: 'Add these fields' }).click()
    await page.getByRole('cell', { name: 'more' }).waitFor()
    await page.getByText('In step').waitFor()
    await page.getByRole('button', { name: 'Delete index' }).click()
    const confirmation = page.getByRole('button', { name: 'Delete index made_here' })
    expect(await confirmation.isDisabled()).toBe(true)
    await page.getByLabel('Type made_here to delete').fill('made_here')
    expect(await accessibilityFaults(page)).toEqual([])
    await confirmation.click()
    await page.getByText('1 search index', { exact: true }).waitFor()
  })

  test('a field is taken out by a second index, swapped with it, and put back', async () => {
    await page.goto(`${url}search/search/orders/by_all/fields`)
    const field = page.getByRole('cell', { name: 'place', exact: true })
    await field.waitFor()
    await page.getByRole('button', { name: 'Change or take out fields' }).click()
    const group = page.getByRole('group', { name: 'place', exact: true })
    await group.getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('button', { name: 'Fill an index with these fields' }).click()
    const other = page.getByRole('region', { name: 'Other fields, in by_all_reindex' })
    await other.getByText('In step').waitFor()
    await other.getByText('without:').waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    const swap = other.getByRole('button', { name: 'Swap the fields' })
    await swap.click()
    await other.getByText('more:').waitFor()
    expect(await field.count()).toBe(0)
    await swap.click()
    await other.getByText('without:').waitFor()
    expect(await field.count()).toBe(1)
    await other.getByRole('button', { name: 'Delete index by_all_reindex' }).click()
    await page.getByRole('button', { name: 'Change or take out fields' }).waitFor()
  })

  test('what the service refuses is told, and the form stays', async () => {
    await page.goto(`${url}search/search/new`)
    await page.getByLabel('Name of the index').fill('by_all')
    await page.getByRole('button', { name: 'Take the columns of the table' }).click()
    await page.getByRole('button', { name: 'Create search index' }).click()
    await page.getByRole('alert').waitFor()
    expect(await page.getByLabel('Name of the index').inputValue()).toBe('by_all')
    await page.getByRole('group', { name: 'price' }).waitFor()
  })

  test('an area is drawn on the map, and found again by its numbers', async () => {
    await addCondition('place')
    await page.getByRole('button', { name: 'Map' }).click()
    await page.getByRole('group', { name: 'Map: place' }).waitFor()
    await page.getByRole('button', { name: 'Box' }).click()
    await page.getByText('Rows where place lies in the box').waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await search().click()
    await page.getByText(/^\d+ hits?$/).waitFor()
    const top = page.getByRole('group', { name: 'top left' }).getByLabel('latitude')
    expect(Number(await top.inputValue())).toBeGreaterThan(30)
  })

  test('a phone shows the answers first, and the question when it is to be changed', async () => {
    const paid = { kind: 'term', fieldName: 'status', term: 'paid' }
    const phone = await opened.openPage({ viewport: { width: 390, height: 844 }, hasTouch: true })
    await phone.goto(
      `${url}search/search/orders/by_all?${new URLSearchParams({ q: JSON.stringify({ query: paid }) })}`,
    )
    await signInWithKey(phone, 'search')
    const hits = phone.getByRole('grid')
    await phone.getByText('40 hits').waitFor()
    const top = async (): Promise<number> => (await hits.boundingBox())?.y ?? Number.NaN
    expect(await top()).toBeLessThan(844 / 2)
    const condition = phone.getByLabel('Field', { exact: true })
    expect(await condition.isVisible()).toBe(false)
    await phone.getByRole('button', { name: 'Change the search' }).click()
    expect(await condition.isVisible()).toBe(true)
    expect(await accessibilityFaults(phone)).toEqual([])
    await phone.getByRole('button', { name: 'Search', exact: true }).last().click()
    await condition.waitFor({ state: 'hidden' })
    expect(await top()).toBeLessThan(844 / 2)
  })

  test('the fields of an index say what each can do', async () => {
    await page.goto(`${url}search/search/orders/by_all/fields`)
    const row = (name: string) => page.getByRole('row', { name })
    await row('at DATE searchable · sort and group epoch_millis').waitFor()
    await row('place GEO_POINT searchable · sort and group').waitFor()
    await row('title TEXT searchable · highlights analyzer single_word').waitFor()
    await row('items.sku KEYWORD searchable · sort and group').waitFor()
  })

  test('a read-only key sees no writing controls', async () => {
    const key = await readOnlyKey()
    const other = await opened.openPage({})
    await signIn(other, key)
    expect(await other.getByRole('link', { name: 'Create search index' }).count()).toBe(0)
    await other.goto(`${url}search/search/orders/by_all/fields`)
    await other.getByRole('cell', { name: 'items.sku' }).waitFor()
    for (const name of ['Add fields', 'Change time to live', 'Delete index']) {
      expect(await other.getByRole('button', { name }).count()).toBe(0)
    }
    await other.goto(`${url}search/search/orders/by_all`)
    await other.getByText(`${ROWS} hits`).waitFor()
  })

  /** As the operator makes it. */
  const readOnlyKey = async (): Promise<typeof KEY> => {
    const office = await opened.openPage({})
    await office.goto(`${url}-/instances/search`)
    await signInAsOperator(office, opened.server.adminSecret)
    await office.getByLabel('Access', { exact: true }).selectOption('read-only')
    await office.getByRole('button', { name: 'Make a key' }).click()
    const made = office.getByRole('status', { name: 'The new access key' }).locator('code')
    await made.nth(1).waitFor()
    const [id = '', secret = ''] = await made.allTextContents()
    return { id, secret }
  }

  test.each(['light', 'dark'] as const)('pages are accessible in the %s theme', async (theme) => {
    await page.emulateMedia({ colorScheme: theme })
    await addCondition('price')
    expect(await accessibilityFaults(page)).toEqual([])
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Search' })
      .click()
    await page.getByRole('heading', { name: 'Search indexes' }).waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
  })
})
