import { existsSync } from 'node:fs'
import { expectDefined } from '@rowhouse/platform'

const CHROMIUM = process.env['CHROMIUM'] ?? '/usr/bin/chromium'

export interface FirstScreens {
  /** Milliseconds from the address to a page that takes input, each with an empty cache; medians. */
  readonly signInMs: number
  readonly homeMs: number
  /** Bytes of all answers before the home page could be used, as they came over the wire. */
  readonly homeBytes: number
}

/** Opens the console again and again with an empty cache; undefined where there is no Chromium. */
export async function measureFirstScreens(
  url: string,
  cookie: string,
  runs: number,
): Promise<FirstScreens | undefined> {
  if (!existsSync(CHROMIUM)) return undefined
  const { chromium } = await import('playwright-core')
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] })
  const open = async (isSignedIn: boolean, selector: string) => {
    const context = await browser.newContext({ locale: 'en' })
    const [name = '', value = ''] = cookie.split('=')
    if (isSignedIn) await context.addCookies([{ name, value, url }])
    const page = await context.newPage()
    let bytes = 0
    const network = await context.newCDPSession(page)
    await network.send('Network.enable')
    network.on('Network.loadingFinished', ({ encodedDataLength }) => {
      bytes += encodedDataLength
    })
    const startedAt = performance.now()
    await page.goto(url, { waitUntil: 'commit' })
    await page.locator(selector).first().waitFor()
    const milliseconds = performance.now() - startedAt
    await context.close()
    return { milliseconds, bytes }
  }
  try {
    const signIns: number[] = []
    const homes: number[] = []
    let homeBytes = 0
    for (let run = 0; run < runs; run++) {
      signIns.push((await open(false, 'input[name=instance]')).milliseconds)
      const home = await open(true, 'main.home section')
      homes.push(home.milliseconds)
      homeBytes = home.bytes
    }
    return { signInMs: median(signIns), homeMs: median(homes), homeBytes }
  } finally {
    await browser.close()
  }
}

const median = (values: readonly number[]): number =>
  expectDefined(
    values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)],
    'there was at least one run',
  )
