import type { Client } from '@rowhouse/client'
import { KNOWN_SAMPLES, loadSample } from '@rowhouse/demos'
import { expectDefined } from '@rowhouse/platform'
import type { Page } from 'playwright-core'
import { signInWithKey } from './serve-console.js'

/** All that is planted, all that is real, and some more. */
export const SMALL_ROWS = 2_500

/** Loads samples by their names. */
export async function loadSamples(
  client: Client,
  names: readonly string[],
  rows = SMALL_ROWS,
): Promise<void> {
  for (const name of names) {
    const known = expectDefined(KNOWN_SAMPLES[name], `there is ${name}`)
    const { sample } = known({ seed: 1, rows })
    await loadSample(client, sample, { index: 'after', onReport: () => undefined })
  }
}

/** Waits until the pages of the instance are open. */
export async function signInToPages(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await signInWithKey(page, 'pages')
  await page.locator('.rail').waitFor()
}
