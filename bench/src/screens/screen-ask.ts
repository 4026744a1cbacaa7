import type { Way } from '@rowhouse/demos'

/** A request that a screen of the console makes, with several sets of parameters. */
export interface ScreenAsk {
  readonly screen: string
  readonly request: string
  readonly way: Exclude<Way, 'job'>
  readonly asks: readonly (() => Promise<unknown>)[]
}
