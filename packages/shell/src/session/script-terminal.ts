import { createInterface } from 'node:readline'
import type { Terminal } from './terminal.js'

/** A terminal that reads lines of a stream and cannot ask questions. */
export function createScriptTerminal(
  input: NodeJS.ReadableStream,
  write: (text: string) => void,
): Terminal & { close(): void } {
  const lines = createInterface({ input, crlfDelay: Infinity })
  const iterator = lines[Symbol.asyncIterator]()
  return {
    isInteractive: false,
    columns: undefined,
    write,
    ask: async () => {
      const next = await iterator.next()
      return next.done === true ? undefined : next.value
    },
    close: () => lines.close(),
  }
}
