import { fileURLToPath } from 'node:url'
import { Command, InvalidArgumentError } from 'commander'
import { type Connection, startTemporaryServer } from '../server/temporary-server.js'
import { runOnlineRetail } from './run.js'

interface Options {
  readonly file: string
  readonly endpoint: string | undefined
  readonly instance: string
  readonly accessKey: string | undefined
  readonly concurrency: number
  readonly replace: boolean
}

const SAMPLE = fileURLToPath(new URL('../../data/online-retail-sample.csv.gz', import.meta.url))

const positiveInteger = (text: string): number => {
  const value = Number(text)
  if (!Number.isInteger(value) || value < 1) throw new InvalidArgumentError('a number from 1 up')
  return value
}

const parseOptions = (argv: readonly string[]): Options =>
  new Command('demo:online-retail')
    .description(
      'Loads a year of order lines through the official SDK and proves that all are there',
    )
    .option('--file <path>', 'the data set as CSV, plain or gzip', SAMPLE)
    .option('--endpoint <url>', 'a running server; without it one is started for the run')
    .option('--instance <name>', 'instance on that server', 'demo')
    .option('--access-key <id:secret>', 'access key; else the environment, ROWHOUSE_ACCESS_KEY')
    .option('--concurrency <n>', 'batches on their way at once', positiveInteger, 8)
    .option('--replace', 'drop the table first when it exists', false)
    .parse(argv)
    .opts<Options>()

const connectionFrom = (options: Options, endpoint: string): Connection => {
  const key = options.accessKey ?? process.env['ROWHOUSE_ACCESS_KEY'] ?? ''
  const colon = key.indexOf(':')
  if (colon < 1) throw new Error('--endpoint needs --access-key ID:SECRET')
  return {
    endpoint,
    instance: options.instance,
    accessKeyId: key.slice(0, colon),
    accessKeySecret: key.slice(colon + 1),
  }
}

const main = async (): Promise<number> => {
  const options = parseOptions(process.argv)
  const server = options.endpoint === undefined ? await startTemporaryServer() : undefined
  try {
    const connection = server?.connection ?? connectionFrom(options, options.endpoint ?? '')
    const result = await runOnlineRetail({
      file: options.file,
      connection,
      concurrency: options.concurrency,
      replace: options.replace,
      write: (line) => process.stdout.write(`${line}\n`),
    })
    return result.differences.length === 0 ? 0 : 1
  } finally {
    await server?.stop()
  }
}

try {
  process.exitCode = await main()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
