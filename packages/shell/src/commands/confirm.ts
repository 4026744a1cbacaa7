import { ShellError } from '../errors.js'
import type { Session } from '../session/session.js'
import type { Given } from './command.js'

/** Asks an interactive user before data is lost; a script is not asked. */
export async function confirm(session: Session, given: Given, question: string): Promise<void> {
  if (given.isOn('yes') || !session.terminal.isInteractive) return
  const answer = await session.terminal.ask(`${question} (yes/no) `, 'answer')
  if (answer?.trim().toLowerCase().startsWith('y') !== true) throw new ShellError('nothing is done')
}
