import { Client } from '@rowhouse/client'
import type { LabResults } from '@rowhouse/console-gate/shapes'
import { expectDefined } from '@rowhouse/platform'
import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { describeInBrowser } from '../testing/describe-in-browser.js'
import { accessibilityFaults } from '../testing/open-browser.js'
import { runAsOperator } from '../testing/operator-calls.js'
import { signInWithKey } from '../testing/serve-console.js'
import { SMALL_ROWS, loadSamples } from '../testing/load-samples.js'

const SHARED = 'shared-samples'

/** What a load or a measurement may take on a busy machine. */
const WORK_MS = 240_000

/** Nothing is throttled but what the card lab measures. */
const USUAL = { instance: 'pages' }

describeInBrowser('samples that all share, and the card lab, in a browser', USUAL, (opened) => {
  let page: Page

  beforeAll(async () => {
    await shareMedia()
  })

  const shareMedia = async (): Promise<void> => {
    const { key } = await runAsOperator(opened.server, { action: 'create', name: SHARED })
    const accessKey = expectDefined(key, 'a new instance has a key')
    const client = new Client({ endpoint: opened.server.endpoint, instance: SHARED, accessKey })
    await loadSamples(client, ['media'])
    await client.close()
  }

  beforeEach(async () => {
    page = opened.page
    await page.goto(`${opened.server.url}pages/samples`)
    await signInWithKey(page, 'pages')
    await page.getByRole('heading', { name: 'Samples' }).waitFor()
  })

  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const panel = () => page.getByRole('complementary')

  test('a visitor reads the shared rows, and the gate refuses to write them', async () => {
    await page.getByRole('link', { name: 'Open the shared samples' }).last().click()
    await page.getByText('20 of 120 shown').waitFor()
    await page.locator('.media-grid button').first().click()
    await panel().getByText('These rows are shared').waitFor()
    expect(await panel().getByRole('button', { name: 'Edit tags' }).count()).toBe(0)
    expect(await accessibilityFaults(page)).toEqual([])
    await button('Add and remove a field').click()
    await page.getByText('These rows are shared').waitFor()
    expect(await button('Add the field').count()).toBe(0)
    expect(await page.getByRole('alert').count()).toBe(0)
    const refused = await page.evaluate(`fetch('api/session').then((reply) => reply.json())
      .then(({ session }) => Promise.all(['samples/${SHARED}/start', 'requests/${SHARED}'].map(
        (path) => fetch('api/' + path, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-rowhouse-csrf': session.csrf },
          body: path.startsWith('samples')
            ? '{"kind":"drop","sample":"media"}'
            : '{"request":{"operation":"DeleteTable","table":"media_meta"}}',
        }).then((reply) => reply.status))))`)
    expect(refused).toEqual([403, 403])
  })

  test('one click makes a copy that may be written', async () => {
    const asked: unknown[] = []
    // The copy has 20,000 rows; fewer answer the same, and a busy machine has them sooner.
    await page.route('**/api/samples/pages/start', async (route) => {
      const task: unknown = route.request().postDataJSON()
      asked.push(task)
      await route.continue({ postData: JSON.stringify({ ...membersOf(task), rows: SMALL_ROWS }) })
    })
    await page.goto(`${opened.server.url}pages/samples/media?in=shared`)
    // Who looks at shared samples is told so, and stays among them.
    await page.getByRole('link', { name: 'Shared samples' }).waitFor()
    await page.getByRole('link', { name: 'Orders' }).click()
    await page.getByText('Orders is not in this instance yet').waitFor()
    await page.getByRole('link', { name: 'Media' }).click()
    await page.locator('.media-grid button').first().click()
    await panel().getByRole('button', { name: 'Make a sandbox copy in my instance' }).click()
    await panel().getByRole('link', { name: 'Open my copy' }).click({ timeout: WORK_MS })
    expect(asked).toEqual([{ kind: 'load', sample: 'media', rows: 20_000, index: 'after' }])
    await panel().getByRole('button', { name: 'Edit tags' }).waitFor()
    expect(new URL(page.url()).searchParams.has('in')).toBe(false)
    await page.unrouteAll({ behavior: 'wait' })

    await page.goto(`${opened.server.url}pages/samples/media?question=field`)
    await page.getByText('userId', { exact: true }).waitFor()
    await showReindexing()
    await button('Add the field').click()
    await button('Keep the change').click()
    await page.locator('.tag.matched', { hasText: 'mood' }).waitFor()
    await button('Remove the field').click()
    await button('Keep the change').click()
    await button('Add the field').waitFor()
    expect(await page.locator('.tag.matched').count()).toBe(0)
  })

  /** A reindexing is over too soon to be seen here, so one that has not ended is shown once. */
  const showReindexing = async (): Promise<void> => {
    await showJobs([
      {
        id: 'running',
        task: { kind: 'field', change: 'add', name: 'mood' },
        state: 'running',
        startedAt: 0,
        progress: { step: 'syncing', name: 'mood', done: 1_000, of: SMALL_ROWS },
        requestCount: 0,
        resultCount: 0,
      },
    ])
    await page.getByText('Filling the new index').waitFor()
    await page.getByText('1,000 of 2,500').waitFor()
    expect(await button('Add the field').count()).toBe(0)
    await page.unrouteAll({ behavior: 'wait' })
    await button('Add the field').waitFor()
  }

  /** Other jobs than those that the gate knows. */
  const showJobs = async (jobs: readonly object[]): Promise<void> => {
    await page.route('**/api/samples/pages', async (route) => {
      const response = await route.fetch()
      const overview: unknown = await response.json()
      await route.fulfill({ response, json: { ...membersOf(overview), jobs } })
    })
    await page.reload()
  }

  test('an import is measured on partitions that are throttled for it', async () => {
    await page.goto(`${opened.server.url}pages/samples/card-lab`)
    await page.getByText('The tables that are measured are throttled').waitFor()
    const step = page.getByRole('listitem').filter({ hasText: 'Parallel import' })
    await step.getByRole('button', { name: 'Run: Parallel import' }).click()
    await step.getByText(/^Done in/).waitFor({ timeout: WORK_MS })
    await step.getByText('Sorted by card', { exact: true }).waitFor()
    await step.getByText('Shuffled', { exact: true }).waitFor()
    const rates = await step.getByText(/rows\/s · \d+% of what is reserved · \d+% refused/).count()
    expect(rates).toBe(2)
    await step
      .getByText(/ · [1-9]\d*% refused/)
      .first()
      .waitFor()
  })

  test('keys are hashed, and one is chosen, on partitions that are throttled', async () => {
    await page.goto(`${opened.server.url}pages/samples/card-lab`)
    await page.getByRole('button', { name: 'Run: Hash' }).click()
    await page.getByText('5c74200003').waitFor()
    await page.getByText('read as 16 ranges').waitFor()
    const step = page.getByRole('listitem').filter({ hasText: 'Four columns and two remedies' })
    await step.getByRole('button', { name: 'Run: Choose' }).click()
    await step.getByText('Measuring CardID').waitFor()
    const card = step.getByRole('row', { name: /^CardID good/ })
    await card.getByText(/rows\/s · \d+% of what is reserved · \d+% refused/).waitFor()
    // Whole it takes half a minute: the next one shows that it goes on.
    await step.getByText('Measuring DeviceID').waitFor()
    await step.getByRole('button', { name: 'Cancel' }).click()
    await step.getByText('Stopped.').waitFor({ timeout: WORK_MS })
    await card.waitFor()
  })

  test('the lab shows verdicts beside what was measured, months, cold keys and hashes', async () => {
    await showJobs(
      Object.keys(LAB_RESULTS).map((step, id) => ({
        id: `${id}`,
        task: { kind: 'lab', step },
        state: 'done',
        startedAt: 0,
        endedAt: 1_000,
        requestCount: 0,
        resultCount: 1,
      })),
    )
    const results = Object.values(LAB_RESULTS)
    await page.route('**/api/samples/pages/result', async (route) => {
      const { id } = z.object({ id: z.string() }).parse(route.request().postDataJSON())
      await route.fulfill({ json: { result: results[Number(id)] } })
    })
    await page.goto(`${opened.server.url}pages/samples/card-lab`)
    await page.getByText('1,054 rows/s · 132% of what is reserved · 35% refused').waitFor()
    const seller = page.getByRole('row', { name: /SellerID bad only 10 values/ })
    await seller.getByText('326 rows/s · 41% of what is reserved · 35% refused').waitFor()
    await seller.getByText('One partition is the limit.').waitFor()
    await page.getByRole('row', { name: '2025-12 744 6, 7, 8, 9 500 / 500' }).waitFor()
    await page.getByText('One table for ever 10 partitions').waitFor()
    await page.getByText('read as 16 ranges').waitFor()
    await page.getByText('at least 65,536 requests and read units').waitFor()
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect(await accessibilityFaults(page)).toEqual([])
    }
  })
})

const membersOf = (value: unknown): object =>
  typeof value === 'object' && value !== null ? value : {}

const rate = (rowsPerSecond: number, usedShare: number, refusedShare: number) => ({
  rowsPerSecond,
  usedShare,
  refusedShare,
  limit: 'partition' as const,
})

/** As a run of the lab has found them; whole, it takes two minutes. */
const LAB_RESULTS: Pick<LabResults, 'choose' | 'cold'> & Record<'hash' | 'months', object> = {
  choose: [
    {
      name: 'SellerID',
      verdict: 'bad',
      reasons: [{ code: 'fewValues', values: 10 }],
      expectedShare: 0.29,
      measured: rate(326, 0.41, 0.35),
    },
  ],
  hash: {
    keys: ['5c74200003', '797e200004'],
    price: { requests: 65_536, explanation: '' },
    neighbours: ['200002', '200003', '200004'],
    ranges: 16,
  },
  months: {
    months: [
      {
        month: '2025-12',
        table: 'card_lab_202512',
        rows: 744,
        cohorts: [6, 7, 8, 9],
        units: { read: 500, write: 500 },
      },
    ],
  },
  cold: [
    { name: 'one table for ever', partitions: 10, measured: rate(374, 0.47, 0.77) },
    { name: 'the table of this month', partitions: 10, measured: rate(1_054, 1.32, 0.35) },
  ],
}
