import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { positive } from '../options.js'
import type { StartSetup } from './setup.js'
import { startSharded } from './sharded/start-sharded.js'
import { startWithHistory } from './hbase/start-with-history.js'
import { startSearched } from './opensearch/start-searched.js'
import { startRowhouseSetup } from './rowhouse/start-rowhouse-setup.js'

export interface NamedSetup {
  readonly name: string
  readonly start: StartSetup
}

/** By the names that an option takes. */
const SETUPS: Readonly<Record<string, NamedSetup>> = {
  sharded: { name: 'sharded MariaDB', start: startSharded },
  history: { name: 'MariaDB and HBase', start: startWithHistory },
  searched: { name: 'MariaDB and OpenSearch', start: startSearched },
  rowhouse: { name: 'Rowhouse', start: startRowhouseSetup },
}

export interface SetupOptions {
  readonly orders: number
  readonly sets: number
  readonly shards: number
  readonly cacheMb: number
  /** A folder is made below it for each set-up, and removed. */
  readonly scratch: string
  readonly software: string
  readonly setups: readonly NamedSetup[]
}

export function parseSetupOptions(args: readonly string[]): SetupOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      orders: { type: 'string', default: '2000000' },
      sets: { type: 'string', default: '50' },
      shards: { type: 'string', default: '2' },
      'cache-mb': { type: 'string', default: '2048' },
      scratch: { type: 'string', default: tmpdir() },
      software: { type: 'string', default: join('data-bench', 'software') },
      setups: { type: 'string', default: Object.keys(SETUPS).join(',') },
    },
  })
  return {
    orders: positive('orders', values.orders),
    sets: positive('sets', values.sets),
    shards: positive('shards', values.shards),
    cacheMb: positive('cache-mb', values['cache-mb']),
    scratch: values.scratch,
    software: values.software,
    setups: values.setups.split(',').map(setupNamed),
  }
}

function setupNamed(name: string): NamedSetup {
  const setup = SETUPS[name]
  if (setup === undefined) throw new Error(`--setups takes ${Object.keys(SETUPS).join(', ')}`)
  return setup
}
