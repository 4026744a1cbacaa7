import { homedir } from 'node:os'
import { join } from 'node:path'
import { runShell } from '@rowhouse/shell'
import type { Command } from 'commander'
import { type ConnectionOptions, clientCommand } from '../connection/connection.js'
import { surroundingsOf } from '../shell/surroundings.js'

interface ShellFlags extends ConnectionOptions {
  readonly keepGoing?: boolean
  readonly history?: string
}

export function createCommand(): Command {
  return clientCommand(
    'shell',
    "Type the commands of the service's own ts tool, or run a script of them.",
  )
    .argument('[endpoint]', 'the same as --endpoint')
    .option('--keep-going', 'a script goes on after an error')
    .option('--history <FILE>', 'where typed lines are kept (ROWHOUSE_HISTORY)')
    .addHelpText(
      'after',
      '\nWithout a terminal it reads commands from standard input, one a line:\n  rowhouse shell < script.txt',
    )
    .action((endpoint: string | undefined, flags: ShellFlags) => run(endpoint, flags))
}

async function run(endpoint: string | undefined, flags: ShellFlags): Promise<void> {
  process.exitCode = await runShell({
    ...surroundingsOf(endpoint === undefined ? flags : { ...flags, endpoint }),
    isInteractive: process.stdin.isTTY && process.stdout.isTTY,
    historyPath: flags.history ?? historyPath(process.env),
    banner: '# Rowhouse shell\n# "help" lists the commands, "exit" leaves.\n',
    keepsGoing: flags.keepGoing === true,
  })
}

function historyPath(environment: NodeJS.ProcessEnv): string {
  const state = environment['XDG_STATE_HOME'] ?? join(homedir(), '.local', 'state')
  return environment['ROWHOUSE_HISTORY'] ?? join(state, 'rowhouse', 'history')
}
