import { CallError, Client } from '@rowhouse/client'
import { MORE_PROMPT, PROMPT, runLines } from '../session/run-script.js'
import { type Connection, Session } from '../session/session.js'

/** The input of a transcript: the lines with a prompt. */
function inputOf(transcript: string): string[] {
  return transcript.split('\n').flatMap((line) => {
    const prompt = [PROMPT, MORE_PROMPT].find((one) => line.startsWith(one.trimEnd()))
    return prompt === undefined ? [] : [line.slice(prompt.length)]
  })
}

export interface TranscriptSession {
  /** The current transcript: its input with the shell's output. */
  replay(transcript: string): Promise<string>
  close(): Promise<void>
}

/** Replays transcripts one after the other in one session. */
export function transcriptSession(connection: Connection): TranscriptSession {
  const state: { lines: string[]; text: string } = { lines: [], text: '' }
  const write = (text: string): void => {
    state.text += text
  }
  const terminal = {
    isInteractive: false,
    columns: undefined,
    write,
    ask: (prompt: string) => {
      const line = state.lines.shift()
      if (line !== undefined) write(`${prompt}${line}`.trimEnd().concat('\n'))
      return Promise.resolve(line)
    },
  }
  const connect = (options: ConstructorParameters<typeof Client>[0]): Client => new Client(options)
  const session = new Session({ terminal, connection, connect, output: 'table' })
  return {
    replay: async (transcript) => {
      state.lines = inputOf(transcript)
      state.text = ''
      await runLines(session, explain, write, true)
      return withoutChance(state.text, connection)
    },
    close: () => session.close(),
  }
}

/** As the program tells errors of the service. */
function explain(error: unknown) {
  if (!(error instanceof CallError)) return { text: errorMessage(error), exitCode: 1 }
  return { text: `${error.code}: ${error.message} (request ${error.requestId ?? ''})`, exitCode: 1 }
}

const errorMessage = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)

/** Replaces times, request ids and the port, which differ between runs. */
const withoutChance = (text: string, { endpoint = '' }: Connection): string =>
  text
    .replaceAll(endpoint, 'http://127.0.0.1:8087')
    .replaceAll(/"TS":\d{13}/g, '"TS":1700000000000')
    .replaceAll(/\(request [\w-]+\)/g, '(request ...)')
    .replaceAll(/\b1[789]\d{11}\b/g, '1700000000000')
    .replaceAll(/^\d+ ms$/gm, '3 ms')
