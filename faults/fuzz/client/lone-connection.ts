import { connect } from 'node:net'
import type { LoneScript } from '../http/broken-http.js'
import { type Reply, ReplyReader } from './reply-reader.js'

export interface LoneResult {
  readonly replies: readonly Reply[]
  /** What went wrong with the connection itself. */
  readonly problem: string | undefined
}

/** Plays a script on its own connection; ends with the connection, or after enough replies. */
export function playScript(
  port: number,
  script: LoneScript,
  timeoutMs: number,
): Promise<LoneResult> {
  return new Promise((resolve) => {
    const replies: Reply[] = []
    const reader = new ReplyReader(script.pieces[0]?.toString('latin1', 0, 5) === 'HEAD ')
    const socket = connect({ host: '127.0.0.1', port, noDelay: true, allowHalfOpen: true })
    const finish = (problem: string | undefined): void => {
      clearTimeout(timer)
      socket.destroy()
      resolve({ replies, problem })
    }
    const timer = setTimeout(() => finish('no answer in time'), timeoutMs)
    socket.on('connect', () => {
      for (const piece of script.pieces) socket.write(piece)
      if (script.ending === 'end') socket.end()
      if (script.ending === 'destroy') setImmediate(finish, undefined)
    })
    socket.on('data', (bytes) => {
      try {
        replies.push(...reader.push(bytes))
      } catch (error) {
        finish(error instanceof Error ? error.message : String(error))
        return
      }
      if (script.ending === 'wait' && replies.length >= script.repliesMax) finish(undefined)
    })
    // A server may close the connection on bytes that it does not understand before all are written.
    socket.on('error', () => finish(undefined))
    const ended = (): void => finish(reader.isInside ? 'ended inside a reply' : undefined)
    socket.on('end', ended)
    socket.on('close', ended)
  })
}
