import { readFileSync } from 'node:fs'
import { Command, CommanderError } from 'commander'
import { EXIT_CODES_HELP, ExitCode } from './exit-codes.js'
import { explainError } from './explain-error.js'

interface CommandModule {
  /** The command with its options, ready to parse. */
  readonly createCommand: () => Command
}

/** Each command has its own file, which is loaded when it is called. */
const commands: Readonly<
  Record<string, { readonly summary: string; readonly load: () => Promise<CommandModule> }>
> = {
  serve: { summary: 'run the server', load: () => import('./commands/serve-subcommand.js') },
  instance: {
    summary: 'create, list and delete instances and their access keys',
    load: () => import('./commands/instance-subcommand.js'),
  },
  index: {
    summary: 'list, verify and rebuild indexes',
    load: () => import('./commands/index.js'),
  },
  partitions: {
    summary: 'list the partitions of a table with their load',
    load: () => import('./commands/partitions-subcommand.js'),
  },
  advise: {
    summary: 'rank the columns of a file or table as partition keys',
    load: () => import('./commands/advise-subcommand.js'),
  },
  config: {
    summary: 'keep endpoint, instance and access key for the commands below',
    load: () => import('./commands/config-subcommand.js'),
  },
  seed: {
    summary: 'make the tables of a file, with their indexes and rows',
    load: () => import('./commands/seed-subcommand.js'),
  },
  import: {
    summary: 'write files into a table',
    load: () => import('./commands/import-subcommand.js'),
  },
  stat: {
    summary: 'profile the columns of a file: types, nulls, frequent values',
    load: () => import('./commands/stat-subcommand.js'),
  },
  export: {
    summary: 'read a table into a file',
    load: () => import('./commands/export-subcommand.js'),
  },
  rotate: {
    summary: 'keep one table a month, by a plan',
    load: () => import('./commands/rotate-subcommand.js'),
  },
  shell: {
    summary: "type the commands of the service's own ts tool, or run a script of them",
    load: () => import('./commands/shell-subcommand.js'),
  },
  table: {
    summary: 'create, list, show, change and drop tables',
    load: () => import('./commands/table-subcommand.js'),
  },
  row: { summary: 'write and read rows', load: () => import('./commands/row-subcommand.js') },
  search: {
    summary: 'work on search indexes, and search with them',
    load: () => import('./commands/search-subcommand.js'),
  },
  copy: {
    summary: 'copy a table to another instance or server',
    load: () => import('./commands/copy-subcommand.js'),
  },
  backup: {
    summary: 'copy a data folder, whether a server runs on it or not',
    load: () => import('./commands/backup-subcommand.js'),
  },
  restore: {
    summary: 'make a new data folder from a backup',
    load: () => import('./commands/restore-subcommand.js'),
  },
  'migrate-store': {
    summary: 'change the store of a data folder',
    load: () => import('./commands/migrate-store-subcommand.js'),
  },
  verify: {
    summary: 'read a whole data folder and compare all checksums',
    load: () => import('./commands/verify-subcommand.js'),
  },
}

/** Runs the command in the arguments, and returns the exit code. */
export async function runProgram(args: readonly string[]): Promise<number> {
  // The store does not set modes for its files. Only the user of this process may read rows and keys.
  process.umask(0o077)
  try {
    const program = await createProgram(args)
    await program.parseAsync([...args], { from: 'user' })
    return Number(process.exitCode ?? 0)
  } catch (error) {
    // Commander has already printed the mistake. Help and version end this way as well, with 0.
    if (error instanceof CommanderError)
      return error.exitCode === 0 ? ExitCode.DONE : ExitCode.WRONG_USE
    const { text, exitCode } = explainError(error)
    process.stderr.write(`error: ${text}\n`)
    return exitCode
  }
}

async function createProgram(args: readonly string[]): Promise<Command> {
  const program = new Command('rowhouse')
    .description('A self-hosted wide-column store that speaks the Tablestore wire protocol.')
    .version(readVersion())
    .showSuggestionAfterError()
    .addHelpText('afterAll', EXIT_CODES_HELP)
  const called = args.filter((arg) => arg !== 'help' && !arg.startsWith('-'))[0]
  for (const [name, { summary, load }] of Object.entries(commands)) {
    const command = name === called ? (await load()).createCommand() : new Command(name)
    program.addCommand(command.summary(summary))
  }
  for (const command of withChildren(program)) speakInOneLine(command)
  return program
}

/** package.json is in the parent folder of both the bundle and the compiled sources. */
function readVersion(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8')
  const manifest: unknown = JSON.parse(text)
  const hasVersion = typeof manifest === 'object' && manifest !== null && 'version' in manifest
  return hasVersion ? String(manifest.version) : 'unknown'
}

function withChildren(command: Command): Command[] {
  return [command, ...command.commands.flatMap(withChildren)]
}

/** Prints a wrong option in one line, and keeps Commander from ending the process. */
function speakInOneLine(command: Command): void {
  command.exitOverride()
  command.configureOutput({
    outputError: (text, write) => write(`${text.trim().replace(/\s*\n\s*/g, ' ')}\n`),
  })
}
