import type { Page } from 'playwright-core'

/** A page by its name and address, and what is done there before it is looked at. */
export interface PicturePage {
  readonly name: string
  /** Absent for the page that is open already. */
  readonly path?: string
  readonly act?: (page: Page) => Promise<unknown>
}

const ORDERS = 'pages/tables/order_contract'
const INDEX = 'pages/search/order_contract/order_contract_index'
const WORST = 'pages/tables/worst'
const WORST_INDEX = 'pages/search/worst/worst_index'

const at = (path: string, parameters: Readonly<Record<string, string>>): string =>
  `${path}?${new URLSearchParams(parameters)}`
const search = (query: object, more: Readonly<Record<string, string>> = {}): string =>
  at(INDEX, { q: JSON.stringify(query), ...more })
const asked = (sample: string, parameters: Readonly<Record<string, string>>): string =>
  at(`pages/samples/${sample}`, parameters)

const PAID = {
  query: {
    kind: 'bool',
    must: [
      { kind: 'term', fieldName: 'cId', term: 'c0001' },
      { kind: 'range', fieldName: 'totalPrice', from: 99.99, includeLower: true },
    ],
    mustNot: [{ kind: 'term', fieldName: 'status', term: 'closed' }],
  },
  sort: { sorters: [{ kind: 'field', fieldName: 'createTime', order: 'DESC' }] },
}

const STATISTICS = {
  aggregations: [{ kind: 'avg', name: 'mean', fieldName: 'totalPrice' }],
  groupBys: [
    { kind: 'field', name: 'brands', fieldName: 'pBrand' },
    {
      kind: 'histogram',
      name: 'months',
      fieldName: 'createTime',
      interval: 2_592_000_000,
      fieldRange: { min: 1_700_000_000_000, max: 1_765_000_000_000 },
    },
  ],
}

/** Where the manual's shops are, as the map of shops has its places. */
const SHOPS_AT = '36.76613,111.41461'

const page = (name: string, path: string, act?: PicturePage['act']): PicturePage => ({
  name,
  path,
  ...(act && { act }),
})
const click = (selector: string) => (on: Page) => on.locator(selector).first().click()
const firstRow = async (on: Page): Promise<void> => {
  await on.getByRole('gridcell').nth(3).click()
  await on.getByRole('complementary').waitFor()
}
const toTheEnd = (on: Page) =>
  on.evaluate(
    `{ const page = document.querySelector('.page'); page.scrollTop = page.scrollHeight }`,
  )
const choose = (selector: string, nth: number) => (on: Page) =>
  on.locator(selector).nth(nth).click()
const editCell = async (on: Page): Promise<void> => {
  await on.getByRole('gridcell').nth(3).click()
  await on.keyboard.press('F2')
  await on.keyboard.type('changed')
  await on.keyboard.press('Enter')
}
const chooseFile = (on: Page) =>
  on.locator('input[type=file]').setInputFiles({
    name: 'people.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('id,name,born,city\n1,Ada,1815,London\n2,祖冲之,429,南京\n3,,1707,Basel\n'),
  })
/** Waits until what was begun has an answer. */
const run = (selector: string, answer: string) => async (on: Page) => {
  await on.locator(selector).first().click()
  await on.locator(answer).first().waitFor()
}
const find =
  (text: string) =>
  async (on: Page): Promise<void> => {
    await on.keyboard.press('Control+k')
    await on.keyboard.type(text)
  }

/** For whoever has a key of the instance `pages`. */
export const PAGES: readonly PicturePage[] = [
  page('home', 'pages'),
  page('tables', 'pages/tables'),
  page('table-new', 'pages/tables?new'),
  page('import-new', 'pages/import'),
  page('rows', ORDERS),
  page('rows-filter', at(ORDERS, { where: '{"column":"totalPrice","test":">=","value":500.0}' })),
  page('rows-row', ORDERS, firstRow),
  page('rows-columns', ORDERS, click('.tools details.menu > summary')),
  page('rows-selected', ORDERS, choose('[role=grid] input[type=checkbox]', 2)),
  page('rows-edited', ORDERS, editCell),
  page('rows-path', ORDERS, choose('.path .menu > button', 0)),
  page('rows-insert', at(ORDERS, { panel: 'new' })),
  page('rows-export', at(ORDERS, { panel: 'export' })),
  page('rows-code', at(ORDERS, { panel: 'code' })),
  page('settings', `${ORDERS}/settings`),
  page('settings-end', `${ORDERS}/settings`, toTheEnd),
  page('partitions-advice', `${ORDERS}/partitions`, run('.key-advice button', '.key-advice table')),
  page('partitions', `${ORDERS}/partitions`),
  page('partitions-table', `${ORDERS}/partitions?as=table`),
  page('import', `${ORDERS}/import`),
  page('import-file', 'pages/import', chooseFile),
  page('search-indexes', 'pages/search'),
  page('load', 'pages/partitions'),
  page('search-new', 'pages/search/new'),
  page('search-new-fields', 'pages/search/new', click('.cards .fields button')),
  page('search', INDEX),
  page('search-statistics-end', search(STATISTICS, { view: 'statistics' }), toTheEnd),
  page('search-builder', search(PAID)),
  page('search-json', search(PAID, { beside: 'json' })),
  page('search-code', search(PAID, { beside: 'code' })),
  page('search-statistics', search(STATISTICS, { view: 'statistics' })),
  page('search-row', search(PAID), firstRow),
  page('fields', `${INDEX}/fields`),
  page('operations', 'pages/operations'),
  page('operations-end', 'pages/operations', toTheEnd),
  page('bill', 'pages/bill'),
  page('bill-end', 'pages/bill', toTheEnd),
  page('samples', 'pages/samples'),
  page('orders', 'pages/samples/orders'),
  page('orders-spending', asked('orders', { question: 'consumer-spending-by-month' })),
  page('orders-seller', asked('orders', { tab: 'seller' })),
  page('orders-products', asked('orders', { tab: 'seller', question: 'seller-best-products' })),
  page('orders-platform', asked('orders', { tab: 'platform' })),
  page('orders-funnel', asked('orders', { tab: 'platform', question: 'platform-funnel' })),
  page('orders-amounts', asked('orders', { tab: 'platform', question: 'platform-amounts' })),
  page('orders-buyers', asked('orders', { tab: 'platform', question: 'platform-best-buyers' })),
  page(
    'orders-baskets',
    asked('orders', { tab: 'platform', question: 'platform-basket-partners' }),
    run('.parameters button[type=submit]', 'table.bars'),
  ),
  page('orders-lookup', asked('orders', { tab: 'lookup' })),
  page('shops', 'pages/samples/shops'),
  page('shops-area', asked('shops', { view: 'area' }), click('.map-tools button')),
  page('shops-name', asked('shops', { view: 'name' })),
  page('shops-statistics', asked('shops', { view: 'statistics' })),
  page('shops-detail', asked('shops', { shop: 's000000001' })),
  page('shops-street', asked('shops', { at: `${SHOPS_AT},16.5` })),
  page('shops-world', asked('shops', { at: `${SHOPS_AT},4` })),
  page('media', 'pages/samples/media'),
  page('media-person', asked('media', { question: 'person-of-user' })),
  page('media-map', asked('media', { question: 'map' })),
  page('media-tags', asked('media', { question: 'top-tags' })),
  page('media-months', asked('media', { question: 'tag-by-month' })),
  page('media-field', asked('media', { question: 'field' })),
  page('media-detail', 'pages/samples/media', click('.media-grid button')),
  page('card-lab', 'pages/samples/card-lab'),
  page(
    'card-lab-run',
    'pages/samples/card-lab',
    run('.lab-steps li:nth-child(2) button', '.lab-steps li:nth-child(2) .lab-keys'),
  ),
  page('home-end', 'pages', toTheEnd),
  page('palette', 'pages', find('or')),
  page('shortcuts', ORDERS, (on) => on.keyboard.press('?')),
  page('not-found', 'pages/nothing/there'),
]

/** Rows as nobody wants them, and none. */
export const WORST_PAGES: readonly PicturePage[] = [
  page('worst-rows', WORST),
  page('worst-row', WORST, firstRow),
  page('worst-settings', `${WORST}/settings`),
  page('worst-partitions', `${WORST}/partitions`),
  page('worst-search', WORST_INDEX),
  page('worst-fields', `${WORST_INDEX}/fields`),
  page('empty-rows', 'pages/tables/empty'),
  page('empty-partitions', 'pages/tables/empty/partitions'),
  page('empty-settings', 'pages/tables/empty/settings'),
  page('empty-search', 'pages/search/empty/empty_index'),
  page('empty-orders', asked('orders', { with: JSON.stringify({ consumer: 'nobody' }) })),
]

/** For the operator alone. */
export const OPERATOR_PAGES: readonly PicturePage[] = [
  page('instances', '-/instances'),
  page('instance', '-/instances/pages'),
  page('server', '-/operations'),
  page('server-end', '-/operations', toTheEnd),
  page('bare-home', 'bare'),
  page('bare-tables', 'bare/tables'),
  page('bare-search', 'bare/search'),
  page('bare-samples', 'bare/samples'),
]
