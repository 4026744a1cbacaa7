import { isatty } from 'node:tty'
import {
  type Configuration,
  ConfigurationError,
  type RunningServer,
  optionOf,
  readConfiguration,
  settingHelp,
  settingNames,
  startServer,
  variableOf,
  writtenDefault,
} from '@rowhouse/server'
import { Command, Option } from 'commander'
import { exitWithParent } from '../exit-with-parent.js'
import { openConsoleOf } from '../console/open-console-of.js'
import { DEMO_INSTANCE, describeDemo, ensureDemo } from './demo-subcommand.js'

interface ServeOptions extends Readonly<Record<string, unknown>> {
  readonly config?: string
  readonly demo?: boolean
  readonly seed?: string
}

export function createCommand(): Command {
  const command = new Command('serve')
    .description('Run the server until SIGTERM or SIGINT.')
    .option('--config <FILE>', 'JSON file with settings (ROWHOUSE_CONFIG)')
    .option('--seed <FILE>', 'create the tables of this file; existing tables are left alone')
    .option('--demo', `create the instance ${DEMO_INSTANCE} and say how to use it`)
  for (const name of settingNames) {
    const { value, help } = settingHelp[name]
    const flags = value === undefined ? optionOf(name) : `${optionOf(name)} <${value}>`
    const written = writtenDefault(name)
    const standard = written === undefined ? '' : `default: ${written}; `
    command.addOption(new Option(flags, `${help} (${standard}${variableOf(name)})`))
  }
  return command
    .addHelpText('after', '\nOptions win over variables, those over the config file.')
    .action((options: ServeOptions) => serve(options))
}

async function serve(options: ServeOptions): Promise<void> {
  const { config, demo = false, seed, ...settings } = options
  const configuration = readConfiguration({
    options: settings,
    environment: process.env,
    configFile: config,
  })
  if (configuration.exitWithParent) exitWithParent()
  const load = seed === undefined ? undefined : await seedOf(seed, configuration)
  const server = await startServer(configuration, {
    onFatal: () => process.exit(1),
    openConsole: (parts) => openConsoleOf(configuration, parts),
  })
  obeySignals(server, configuration.tls !== undefined)
  await load?.(server)
  if (demo) {
    const created = await ensureDemo(server.registry)
    const text = describeDemo(server, configuration, created, process.stdout.isTTY)
    process.stdout.write(text)
    return
  }
  const { endpoint, port, consoleUrl } = server
  const instance = configuration.instance?.name
  const control = configuration.testControl ? server.admin : undefined
  const ready = { event: 'ready', endpoint, port, console: consoleUrl, instance, control }
  process.stdout.write(`${JSON.stringify(ready)}\n`)
}

type Load = (server: RunningServer) => Promise<void>

/** Reads the seed before the server starts. What loads it ends a server that refuses it. */
async function seedOf(file: string, { instance }: Configuration): Promise<Load> {
  const { name, key } = instance ?? {}
  if (name === undefined || key === undefined)
    throw new ConfigurationError('--seed needs --instance and --access-key')
  const { readSeed } = await import('../seed/read-seed.js')
  const tables = await readSeed(file)
  return async ({ endpoint, close }) => {
    const { Client } = await import('@rowhouse/client')
    const { loadSeed } = await import('../seed/load-seed.js')
    const client = new Client({ endpoint, instance: name, accessKey: key })
    try {
      await loadSeed(client, tables, 'keep')
    } catch (error) {
      await close()
      throw error
    } finally {
      await client.close()
    }
  }
}

/** One Ctrl+C may arrive twice: from the terminal, and from a script that passes it on. */
const SAME_SIGNAL_MS = 1_000

const STANDARD_INPUT = 0

/**
 * The first signal ends the server in order, and a later one ends it at once. SIGHUP renews the
 * certificate.
 */
function obeySignals(server: RunningServer, hasCertificate: boolean): void {
  let stoppingSince: number | undefined
  const stop = (): void => {
    const now = performance.now()
    if (stoppingSince !== undefined) {
      if (now - stoppingSince > SAME_SIGNAL_MS) process.exit(1)
      return
    }
    stoppingSince = now
    server.close().then(
      () => process.exit(0),
      (error: unknown) => {
        server.logger.fatal({ err: error }, 'closing failed')
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  process.on('SIGHUP', () => {
    // A terminal that is closed sends SIGHUP too.
    if (isatty(STANDARD_INPUT) && !hasCertificate) stop()
    else server.renewCertificate()
  })
  process.on('uncaughtException', (error) => {
    // The state is unknown now. Everything acknowledged is in the log.
    server.logger.fatal({ err: error }, 'uncaught error')
    process.exit(1)
  })
}
