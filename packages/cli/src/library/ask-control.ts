import { request } from 'node:http'
import type { ServerAddress } from './test-server.js'

/** Why the server cannot do what a test asks for. */
export class ControlError extends Error {
  override readonly name = 'ControlError'
}

/** Sends one command to the server's control and returns the members of its result. */
export function askControl(
  { port, secret }: ServerAddress['control'],
  command: Readonly<Record<string, unknown>>,
): Promise<ReadonlyMap<string, unknown>> {
  return new Promise((resolve, reject) => {
    const fail = (error: Error): void =>
      reject(new ControlError(`the server does not answer: ${error.message}`, { cause: error }))
    const headers = { authorization: `Bearer ${secret}` }
    const asking = request({ host: '127.0.0.1', port, method: 'POST', headers, agent: false })
    asking.on('error', fail)
    asking.on('response', (response) => {
      const pieces: string[] = []
      response.setEncoding('utf8')
      response.on('error', fail)
      response.on('data', (piece: string) => pieces.push(piece))
      response.on('end', () => {
        const members = membersOf(pieces.join(''))
        if (response.statusCode === 200) resolve(members)
        else reject(new ControlError(String(members.get('error'))))
      })
    })
    asking.end(JSON.stringify(command))
  })
}

function membersOf(text: string): ReadonlyMap<string, unknown> {
  const body: unknown = JSON.parse(text)
  return new Map(typeof body === 'object' && body !== null ? Object.entries(body) : [])
}
