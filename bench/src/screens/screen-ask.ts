import type { Way } from '@rowhouse/demos'

type Ask = () => Promise<unknown>

/** A request that a screen of the console makes, with several sets of parameters. */
export interface ScreenAsk {
  readonly screen: string
  readonly request: string
  readonly way: Exclude<Way, 'job'>
  /** Those that need an answer first are made when their turn comes, so that a slow one ends no other. */
  readonly asks: readonly Ask[] | (() => Promise<readonly Ask[]>)
}
