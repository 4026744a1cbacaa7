import { Client } from '@rowhouse/client'
import { expectDefined } from '@rowhouse/platform'
import type { Page } from 'playwright-core'
import { startCli } from './run-cli.js'

/** Of the instance of the servers below. */
export const KEY = { id: 'pages', secret: 'open-sesame' }

export type ConsoleServer = Awaited<ReturnType<typeof startConsoleServer>>

/** A server in memory with a console and an instance; `options` are more of those of `serve`. */
export async function startConsoleServer(instance: string, ...options: readonly string[]) {
  const place = ['--ephemeral', '--test-control', '--port', '0', '--console-port', '0']
  const key = ['--instance', instance, '--access-key', `${KEY.id}:${KEY.secret}`]
  const server = await startCli([...place, ...key, ...options, '--log-level', 'silent'])
  const named = (form: RegExp): string =>
    expectDefined(form.exec(server.line)?.[1], 'the ready line names it')
  const endpoint = `http://127.0.0.1:${server.port}`
  const url = named(/"console":"([^"]+)"/)
  const client = new Client({ endpoint, instance, accessKey: KEY })
  return {
    endpoint,
    client,
    /** Of the console. */
    url,
    origin: new URL(url).origin,
    adminSecret: named(/"secret":"([0-9a-f]{64})"/),
    close: async () => {
      await client.close()
      server.kill('SIGTERM')
      await server.ended()
    },
  }
}

/** On a page that asks for it, in any language. */
export async function signInWithKey(page: Page, instance: string, key = KEY): Promise<void> {
  const form = page.locator('.sign-in form')
  await form.locator('input[name=instance]').fill(instance)
  await form.locator('input[name=keyId]').fill(key.id)
  await form.locator('input[name=secret]').fill(key.secret)
  await form.locator('button[type=submit]').click()
}

/** On a page that asks for it, in English. */
export async function signInAsOperator(page: Page, adminSecret: string): Promise<void> {
  await page.getByRole('button', { name: 'Operator' }).click()
  await page.getByLabel('Admin token').fill(adminSecret)
  await page.getByRole('button', { name: 'Sign in' }).click()
}
