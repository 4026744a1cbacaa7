import { parseArgs } from 'node:util'
import { readOptions } from '../read-options.js'
import { positive, words } from '../options.js'
import { stopChildServer } from '../peers/child-server.js'
import { startRowhouse } from '../peers/rowhouse-server.js'
import { figure, textTable } from '../report/text-table.js'
import { KEY_PATTERNS, type KeyPattern } from './key-patterns.js'
import { createPatternTable } from './pattern-table.js'
import { type WriteFigures, type WriteOptions, writePattern } from './write-pattern.js'

interface ThrottleOptions extends WriteOptions {
  readonly partitions: number
  /** Write capacity units per second of each table. */
  readonly reserved: number
  readonly program: string | undefined
  readonly nodeArgs: readonly string[]
}

function parseOptions(): ThrottleOptions {
  const { values } = parseArgs({
    options: {
      partitions: { type: 'string', default: '8' },
      reserved: { type: 'string', default: '800' },
      seconds: { type: 'string', default: '5' },
      'warm-up': { type: 'string', default: '3' },
      program: { type: 'string' },
      'node-args': { type: 'string', default: '' },
    },
  })
  return {
    partitions: positive('partitions', values.partitions),
    reserved: positive('reserved', values.reserved),
    seconds: positive('seconds', values.seconds),
    // The warm-up uses up the units that budgets have accumulated.
    warmUpSeconds: positive('warm-up', values['warm-up']),
    program: values.program,
    nodeArgs: words(values['node-args']),
  }
}

async function main(): Promise<void> {
  const options = readOptions('bench:throttle', 'bench/partitions.md', parseOptions)
  const free = await measure(options, [])
  const throttled = await measure(options, ['--throttle', 'partitions'])
  const rows = KEY_PATTERNS.map((pattern) => {
    const without = free.get(pattern.name)?.rowsPerSecond ?? 0
    const { rowsPerSecond = 0, refusedShare = 0 } = throttled.get(pattern.name) ?? {}
    return [
      pattern.name,
      pattern.description,
      figure(without),
      figure(rowsPerSecond),
      percent(rowsPerSecond / options.reserved),
      percent(refusedShare),
    ]
  })
  const { partitions, reserved } = options
  console.log(
    `${figure(reserved)} write units per second over ${partitions} partitions, one a row:\n`,
  )
  const header = ['keys', 'made of', 'rows/s, off', 'rows/s, partitions', 'of reserved', 'refused']
  console.log(textTable(header, rows))
}

async function measure(
  options: ThrottleOptions,
  serverArgs: readonly string[],
): Promise<Map<KeyPattern['name'], WriteFigures>> {
  const { program, nodeArgs, partitions, reserved } = options
  const server = await startRowhouse({
    program,
    nodeArgs,
    data: 'data-bench/throttle',
    serverArgs: ['--ephemeral', ...serverArgs],
    cpuProfile: undefined,
  })
  const figures = new Map<KeyPattern['name'], WriteFigures>()
  try {
    for (const pattern of KEY_PATTERNS) {
      const table = { partitions, reservedWrites: reserved }
      await createPatternTable(server.endpoint, pattern, table)
      figures.set(pattern.name, await writePattern(server.endpoint, pattern, options))
    }
    return figures
  } finally {
    await stopChildServer(server)
  }
}

const percent = (share: number): string => `${(share * 100).toFixed(0)} %`

await main()
