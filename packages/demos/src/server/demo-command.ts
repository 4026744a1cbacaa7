import { Command, InvalidArgumentError } from 'commander'
import { type Connection, startTemporaryServer } from './temporary-server.js'

export interface DemoCommand {
  readonly name: string
  readonly description: string
  /** The file that ships with the demos. */
  readonly sample: string
}

/** What every demo is run with. */
export interface DemoJob {
  readonly file: string
  readonly connection: Connection
  readonly concurrency: number
  /** Drop what an earlier run has left first. */
  readonly replace: boolean
  readonly write: (line: string) => void
}

export interface ConnectionOptions {
  readonly endpoint: string | undefined
  readonly instance: string
  readonly accessKey: string | undefined
}

interface Options extends ConnectionOptions {
  readonly file: string
  readonly concurrency: number
  readonly replace: boolean
}

/**
 * The command line of a demo, on a server that runs or on one of its own. `run` answers whether all was as it
 * must be; the exit code says the same.
 */
export const runDemoCommand = (
  command: DemoCommand,
  argv: readonly string[],
  run: (job: DemoJob) => Promise<boolean>,
): Promise<number> => {
  const { file, concurrency, replace, ...connecting } = parseOptions(command, argv)
  const write = (line: string): void => void process.stdout.write(`${line}\n`)
  return withConnection(connecting, (connection) =>
    run({ file, connection, concurrency, replace, write }),
  )
}

export const withConnection = async (
  options: ConnectionOptions,
  run: (connection: Connection) => Promise<boolean>,
  settings: readonly string[] = [],
): Promise<number> => {
  const server = options.endpoint === undefined ? await startTemporaryServer(settings) : undefined
  try {
    const connection = server?.connection ?? connectionFrom(options, options.endpoint ?? '')
    return (await run(connection)) ? 0 : 1
  } catch (error) {
    process.stderr.write(`${textOf(error)}\n`)
    return 1
  } finally {
    await server?.stop()
  }
}

/** An error with what has caused it, each message once: most errors of a client say what their cause says. */
export const textOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  if (error.cause === undefined) return error.message
  const cause = textOf(error.cause)
  return cause.startsWith(error.message) ? cause : `${error.message}: ${cause}`
}

const parseOptions = (
  { name, description, sample }: DemoCommand,
  argv: readonly string[],
): Options =>
  addConnectionOptions(new Command(name))
    .description(description)
    .option('--file <path>', 'the data set, plain or gzip', sample)
    .option('--concurrency <n>', 'batches on their way at once', positiveInteger, 8)
    .option('--replace', 'drop what the demo made before, first', false)
    .parse(argv)
    .opts<Options>()

export const addConnectionOptions = (command: Command): Command =>
  command
    .option('--endpoint <url>', 'a running server; without it one is started for the run')
    .option('--instance <name>', 'instance on that server', 'demo')
    .option('--access-key <id:secret>', 'access key; else the environment, ROWHOUSE_ACCESS_KEY')

export const positiveInteger = (text: string): number => {
  const value = Number(text)
  if (!Number.isInteger(value) || value < 1) throw new InvalidArgumentError('a number from 1 up')
  return value
}

const connectionFrom = (options: ConnectionOptions, endpoint: string): Connection => {
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
