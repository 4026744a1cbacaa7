import { CallError, ClientCode } from '@rowhouse/client'
import { splitWords } from '../line/split-words.js'
import type { Explain } from './explained-error.js'
import { runLine } from './run-line.js'
import type { Session } from './session.js'

export const PROMPT = 'tablestore> '
export const MORE_PROMPT = '> '

/** The next line, with further ones while a quote is open; undefined at the end of the input. */
export async function nextLine({ terminal }: Session): Promise<string | undefined> {
  let line = await terminal.ask(PROMPT)
  while (line !== undefined && splitWords(line).isOpen && !line.trimStart().startsWith('#')) {
    const more = await terminal.ask(MORE_PROMPT)
    if (more === undefined) break
    line += `\n${more}`
  }
  return line
}

/** Whether Control-C has ended a request. */
const isInterrupted = (error: unknown): boolean =>
  error instanceof CallError && error.code === ClientCode.ABORTED

/**
 * Runs lines to the end of the input and returns the exit code. After an error an interactive session
 * continues, and a script ends unless it is told to keep going.
 */
export async function runLines(
  session: Session,
  explain: Explain,
  onError: (text: string) => void,
  goesOn: boolean,
): Promise<number> {
  let worst = 0
  while (!session.isOver) {
    const line = await nextLine(session)
    if (line === undefined) break
    try {
      await runLine(session, line)
    } catch (error) {
      const { text, exitCode } = explain(error)
      onError(isInterrupted(error) ? 'interrupted\n' : `error: ${text}\n`)
      worst = Math.max(worst, exitCode)
      if (!goesOn) break
    }
  }
  return worst
}
