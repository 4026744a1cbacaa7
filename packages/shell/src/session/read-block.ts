import { UseError } from '../errors.js'
import { isWholeJson } from '../json/read-json.js'
import type { Session } from './session.js'

/** Reads JSON over several lines, until its brackets are closed or the input ends. */
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
