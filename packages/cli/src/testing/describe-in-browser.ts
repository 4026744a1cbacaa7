import { expectDefined } from '@rowhouse/platform'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect } from 'vitest'
import { NO_BROWSER, type WatchedPage, hasBrowser, openBrowser, openPage } from './open-browser.js'
import { type ConsoleServer, startConsoleServer } from './serve-console.js'

interface BrowserTests {
  /** That the server has. */
  readonly instance: string
  /** More options of `serve`. */
  readonly serve?: readonly string[]
  /** A server in memory for each test, where tests change what all would share. */
  readonly newServers?: boolean
}

/** What the tests of a suite stand on: a browser, a server, and a page of its own for each test. */
export interface OpenedConsole {
  readonly browser: Browser
  readonly server: ConsoleServer
  readonly watched: WatchedPage
  readonly page: Page
  /** Another page than the test's, watched and closed as that is. */
  openPage(options: BrowserContextOptions): Promise<Page>
}

/** A suite of browser tests, skipped where there is no browser. Nothing of it outlives the suite. */
export function describeInBrowser(
  name: string,
  wanted: BrowserTests,
  tests: (opened: OpenedConsole) => void,
): void {
  if (!hasBrowser) console.warn(NO_BROWSER)
  describe.skipIf(!hasBrowser)(name, () => {
    tests(openForTests(wanted))
  })
}

function openForTests({ instance, serve = [], newServers = false }: BrowserTests): OpenedConsole {
  let browser: Browser | undefined
  let server: ConsoleServer | undefined
  let watched: WatchedPage | undefined
  const others: WatchedPage[] = []
  const opened: OpenedConsole = {
    get browser() {
      return expectDefined(browser, 'the browser is open before the tests')
    },
    get server() {
      return expectDefined(server, 'the server stands before the tests')
    },
    get watched() {
      return expectDefined(watched, 'a page is open before each test')
    },
    get page() {
      return opened.watched.page
    },
    openPage: async (options) => {
      const other = await openPage(opened.browser, opened.server.origin, options)
      others.push(other)
      return other.page
    },
  }
  const start = async (): Promise<void> => {
    server = await startConsoleServer(instance, ...serve)
  }
  beforeAll(async () => {
    browser = await openBrowser()
    if (!newServers) await start()
  })
  // Also after a beforeAll that has failed, and whatever was opened by then.
  afterAll(async () => {
    await Promise.all([browser?.close(), newServers ? undefined : server?.close()])
  })
  beforeEach(async () => {
    if (newServers) await start()
    watched = await openPage(opened.browser, opened.server.origin)
  })
  afterEach(async () => {
    const all = [...(watched === undefined ? [] : [watched]), ...others.splice(0)]
    for (const { page } of all) await page.context().close()
    if (newServers) await server?.close()
    expect(all.flatMap(({ faults }) => faults)).toEqual([])
  })
  return opened
}
