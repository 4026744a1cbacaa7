import { type ESTree, Visitor, type VisitorObject, parseSync } from 'rolldown/utils'
import type { TextFile } from './repository.js'

export interface Syntax {
  readonly program: ESTree.Program
  readonly comments: readonly { readonly start: number; readonly value: string }[]
  /** The line, from 1, that holds the character at this offset. */
  readonly lineAt: (offset: number) => number
}

export const parse = (file: TextFile): Syntax => {
  const result = parseSync(file.path, file.text)
  const error = result.errors[0]
  if (error !== undefined) throw new Error(`${file.path}: ${error.message}`)
  const lineStarts = startsOfLines(file.text)
  return {
    program: result.program,
    comments: result.comments,
    lineAt: (offset) => lineAt(lineStarts, offset),
  }
}

export const visit = (program: ESTree.Program, visitor: VisitorObject): void =>
  new Visitor(visitor).visit(program)

const startsOfLines = (text: string): number[] => {
  const starts = [0]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}

const lineAt = (starts: readonly number[], offset: number): number => {
  let low = 0
  let high = starts.length
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if ((starts[middle] ?? Number.POSITIVE_INFINITY) <= offset) low = middle
    else high = middle
  }
  return low + 1
}
