/**
 * A text file of cases. A case is a request of one or more lines, a line `----`, the expected output and an
 * empty line. Lines that begin with # belong to the case after them, and are kept when the file is
 * rewritten.
 */
export interface TextCase {
  readonly line: number
  readonly comments: readonly string[]
  readonly request: readonly string[]
  readonly expected: string
}

const SEPARATOR = '----'

export const parseCaseFile = (text: string): TextCase[] => {
  const cases: TextCase[] = []
  let comments: string[] = []
  let request: string[] = []
  let expected: string[] | undefined
  const finish = (line: number): void => {
    if (expected !== undefined)
      cases.push({ line, comments, request, expected: expected.join('\n') })
    else if (request.length > 0) throw new Error(`line ${line}: a request without ${SEPARATOR}`)
    else return
    comments = []
    request = []
    expected = undefined
  }
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') finish(index)
    else if (expected !== undefined) expected.push(line)
    else if (line === SEPARATOR) expected = []
    else if (line.startsWith('#')) comments.push(line)
    else request.push(line)
  }
  finish(text.split('\n').length)
  return cases
}

export const formatCaseFile = (cases: readonly TextCase[], outputs: readonly string[]): string =>
  cases
    .map(({ comments, request }, index) =>
      [...comments, ...request, SEPARATOR, outputs[index] ?? ''].join('\n'),
    )
    .join('\n\n')
    .concat('\n')
