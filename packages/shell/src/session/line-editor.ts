import { createInterface } from 'node:readline'
import { mayBeKept } from '../line/history.js'
import { shellLimits } from '../limits.js'
import { LineQueue } from './line-queue.js'
import type { Terminal } from './terminal.js'

export interface LineEditorParts {
  readonly input: NodeJS.ReadableStream
  readonly output: NodeJS.WritableStream
  /** Oldest first. */
  readonly history: readonly string[]
  readonly complete: (line: string) => Promise<readonly [readonly string[], string]>
  /** Called on Control-C while a command runs, to end it. */
  readonly onInterrupt: () => void
}

export interface LineEditor extends Terminal {
  /** Oldest first, without lines that name a secret. */
  history(): readonly string[]
  close(): void
}

/** An interactive terminal. */
export function createLineEditor(parts: LineEditorParts): LineEditor {
  const queue = new LineQueue()
  const kept: string[] = [...parts.history]
  let isAsking = false
  let isAnswer = false
  const editor = createInterface({
    input: parts.input,
    output: parts.output,
    terminal: true,
    history: [...parts.history].reverse(),
    historySize: shellLimits.HISTORY_LINES,
    removeHistoryDuplicates: true,
    completer: (line: string, answer: (error: null, result: [string[], string]) => void) => {
      parts.complete(line).then(
        ([candidates, part]) => answer(null, [[...candidates], part]),
        () => answer(null, [[], line]),
      )
    },
  })
  // The list is the editor's own, so a removed line cannot be recalled by an arrow key.
  editor.on('history', (lines) => {
    lines.splice(0, lines.length, ...lines.slice(isAnswer ? 1 : 0).filter(mayBeKept))
  })
  editor.on('line', (line) => {
    const isKept = !isAnswer && line.trim() !== '' && mayBeKept(line)
    if (isKept && kept.at(-1) !== line) kept.push(line)
    queue.add(line)
  })
  editor.on('close', () => queue.close())
  editor.on('SIGINT', () => {
    parts.output.write('^C\n')
    if (!isAsking) {
      parts.onInterrupt()
      return
    }
    editor.write(null, { ctrl: true, name: 'e' })
    editor.write(null, { ctrl: true, name: 'u' })
    queue.add('')
  })
  return {
    isInteractive: true,
    get columns() {
      const { output } = parts
      return 'columns' in output && typeof output.columns === 'number' ? output.columns : undefined
    },
    write: (text) => {
      parts.output.write(text)
    },
    ask: async (prompt, kind = 'line') => {
      isAnswer = kind === 'answer'
      if (queue.isEmpty) {
        editor.setPrompt(prompt)
        editor.prompt()
      }
      isAsking = true
      const line = await queue.next()
      isAsking = false
      return line
    },
    history: () => kept,
    close: () => editor.close(),
  }
}
