import type { Client, ClientOptions } from '@rowhouse/client'
import { operations } from '@rowhouse/client'
import { commands } from '../commands/command-registry.js'
import { type Names, complete } from '../line/complete.js'
import { readHistory, writeHistory } from '../line/history.js'
import type { Explain } from './explained-error.js'
import { createLineEditor } from './line-editor.js'
import { runCommand } from './run-line.js'
import { runLines } from './run-script.js'
import { createScriptTerminal } from './script-terminal.js'
import { type Connection, type Output, Session } from './session.js'

export interface ShellOptions {
  readonly input: NodeJS.ReadableStream
  readonly output: NodeJS.WritableStream
  readonly errorOutput: NodeJS.WritableStream
  /** Whether input and output are a terminal. */
  readonly isInteractive: boolean
  readonly connection: Connection
  readonly connect: (options: ClientOptions) => Client
  readonly format: Output
  /** Tells an error to the user, with the exit code of a script that it ends. */
  readonly explain: Explain
  readonly historyPath: string
  /** Is shown first on a terminal. */
  readonly banner: string
  /** Whether a script continues after an error. */
  readonly keepsGoing: boolean
}

/** Runs the shell to its end and returns the exit code. */
export const runShell = (options: ShellOptions): Promise<number> =>
  options.isInteractive ? runInteractive(options) : runScript(options)

async function runScript(options: ShellOptions): Promise<number> {
  const terminal = createScriptTerminal(options.input, (text) => options.output.write(text))
  const session = sessionOf(options, terminal)
  try {
    const onError = (text: string): unknown => options.errorOutput.write(text)
    return await runLines(session, options.explain, onError, options.keepsGoing)
  } finally {
    terminal.close()
    await session.close()
  }
}

async function runInteractive(options: ShellOptions): Promise<number> {
  let controller = new AbortController()
  const editor = createLineEditor({
    input: options.input,
    output: options.output,
    history: readHistory(options.historyPath),
    complete: async (line) => complete(line, commands, await namesOf(session)),
    onInterrupt: () => {
      controller.abort()
      controller = new AbortController()
      session.signal = controller.signal
    },
  })
  const session = sessionOf(options, editor)
  session.signal = controller.signal
  options.output.write(options.banner)
  try {
    await runLines(session, options.explain, (text) => options.output.write(text), true)
    // After Control-D the cursor is behind the prompt.
    if (!session.isOver) options.output.write('\n')
  } finally {
    editor.close()
    writeHistory(options.historyPath, editor.history())
    await session.close()
  }
  return 0
}

const sessionOf = (
  { connection, connect, format }: ShellOptions,
  terminal: Session['terminal'],
): Session => new Session({ terminal, connection, connect, output: format })

/** The names for completion, which has none without a connection instead of failing. */
async function namesOf(session: Session): Promise<Names> {
  try {
    const [{ tableNames }, { indices }] = await Promise.all([
      session.call(operations.listTable, {}),
      session.call(operations.listSearchIndex, { tableName: undefined }),
    ])
    return { tables: tableNames, searchIndexes: indices.map(({ indexName }) => indexName) }
  } catch {
    return { tables: [], searchIndexes: [] }
  }
}

export type OneShotOptions = Pick<
  ShellOptions,
  'input' | 'output' | 'connection' | 'connect' | 'format'
>

/** Runs one command. Throws its error. */
export async function runOnce(
  options: OneShotOptions,
  name: string,
  words: readonly string[],
): Promise<void> {
  const terminal = createScriptTerminal(options.input, (text) => options.output.write(text))
  const { connection, connect, format } = options
  const session = new Session({ terminal, connection, connect, output: format })
  try {
    await runCommand(session, name, words)
  } finally {
    terminal.close()
    await session.close()
  }
}
