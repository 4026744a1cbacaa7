import { expect, test } from 'vitest'
import { commands } from '../commands/command-registry.js'
import { complete } from './complete.js'

const names = { tables: ['orders', 'orders_by_buyer', 'users'], searchIndexes: ['orders_index'] }

test.each([
  ['desc', ['desc', 'describe_instance', 'describe_search_index', 'describe_tunnel'], 'desc'],
  ['  us', ['use'], 'us'],
  ['use -t or', ['orders', 'orders_by_buyer'], 'or'],
  ['use --table ', names.tables, ''],
  ['search -n ', ['orders_index'], ''],
  ['search -t orders --q', ['--query'], '--q'],
  ['drop_index -t orders -n orders_b', ['orders_by_buyer'], 'orders_b'],
  ['put -k ', [], ''],
  ['help list_s', ['list_search_index'], 'list_s'],
  ['output j', ['json'], 'j'],
  ['nonsense -', [], '-'],
])('%s', (line, candidates, part) =>
  expect(complete(line, commands, names)).toEqual([candidates, part]),
)
