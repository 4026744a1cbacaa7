import { CallError } from '@rowhouse/client'

/** An error as one line, and the exit code: 2 for wrong use, otherwise 1. */
export function explain(error: unknown): { readonly text: string; readonly exitCode: 1 | 2 } {
  if (!(error instanceof Error)) return { text: String(error), exitCode: 1 }
  if (error instanceof CallError) {
    const request = error.requestId === undefined ? '' : ` (request ${error.requestId})`
    return { text: `${error.code}: ${error.message}${request}`, exitCode: 1 }
  }
  const isUse = error.name === 'UseError' || error.name === 'UsageError'
  const isKnown = isUse || error.name === 'ShellError' || 'syscall' in error
  return { text: isKnown ? error.message : (error.stack ?? error.message), exitCode: isUse ? 2 : 1 }
}
