import { UseError } from '../errors.js'
import { isWholeJson } from '../json/read-json.js'
import type { Session } from './session.js'

/** JSON over as many lines as it takes: it ends when its brackets are closed, or at the end of the input. */
export async function readBlock(session: Session, what: string): Promise<string> {
  if (session.terminal.isInteractive) session.write(`${what} as JSON:\n`)
  let text = ''
  for (;;) {
    const line = await session.terminal.ask('> ')
    if (line === undefined) break
    text += `${line}\n`
    if (isWholeJson(text) || text.trim() === '') break
  }
  if (text.trim() === '') throw new UseError(`${what} is missing`)
  return text
}
