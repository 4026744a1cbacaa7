import type { Finding, TextFile } from './repository.js'

export const ERRORS_PAGE = 'docs/errors.md'

export interface ErrorCode {
  readonly code: string
  readonly status: number
}

/** The codes in the page's tables: | `code` | status | … |. */
const documentedCodes = (page: TextFile): ErrorCode[] =>
  [...page.text.matchAll(/^\| `(OTS\w+)` \| (\d{3}) \|/gm)].map((match) => ({
    code: match[1] ?? '',
    status: Number(match[2]),
  }))

/** The page must list every code once, with its status, and no other code. */
export const findUndocumentedCodes = (page: TextFile, codes: readonly ErrorCode[]): Finding[] => {
  const documented = documentedCodes(page)
  const report = (message: string): Finding => ({ path: page.path, line: 0, message })
  const missing = codes.flatMap(({ code, status }) => {
    const rows = documented.filter((row) => row.code === code)
    if (rows.length !== 1) return [report(`${code} stands in ${rows.length} rows, not in one`)]
    return rows[0]?.status === status ? [] : [report(`${code} has status ${status}`)]
  })
  const unknown = documented
    .filter((row) => !codes.some(({ code }) => code === row.code))
    .map((row) => report(`${row.code} is not in the registry`))
  return [...missing, ...unknown]
}

/** Stands for the parts of a text that depend on the request. */
export const PLACEHOLDER = '…'

/** The page must have every text that the registry can make. */
export const findUndocumentedTexts = (page: TextFile, texts: readonly string[]): Finding[] =>
  texts
    .filter((text) => text !== PLACEHOLDER && !page.text.includes(text))
    .map((text) => ({ path: page.path, line: 0, message: `the text "${text}" is missing` }))

/** The codes in the page's last section, "not sent yet". */
export const laterCodes = (page: TextFile): ReadonlySet<string> => {
  const section = page.text.split(/^## Not sent yet$/m)[1] ?? ''
  return new Set([...section.matchAll(/^\| `(OTS\w+)`/gm)].map((match) => match[1] ?? ''))
}

/** A test must provoke every code that is sent. */
export const findUntestedCodes = (
  codes: readonly ErrorCode[],
  later: ReadonlySet<string>,
  tests: readonly TextFile[],
): Finding[] =>
  codes.flatMap(({ code }) => {
    const isTested = tests.some((file) => file.text.includes(code))
    if (isTested || later.has(code)) return []
    return [{ path: ERRORS_PAGE, line: 0, message: `no test provokes ${code}` }]
  })

/** In this file a test can ask for any error, so it does not count as a sender. */
const ASKED_FOR = 'packages/server/src/faults/fault-errors.ts'

/** A code that the sources send must not be in the section "not sent yet". */
export const findSentLaterCodes = (
  codeOfFactory: ReadonlyMap<string, string>,
  later: ReadonlySet<string>,
  sources: readonly TextFile[],
): Finding[] =>
  [...codeOfFactory].flatMap(([factory, code]) => {
    if (!later.has(code)) return []
    const call = new RegExp(`\\berrors\\.${factory}\\b`)
    const sender = sources.find((file) => file.path !== ASKED_FOR && call.test(file.text))
    if (sender === undefined) return []
    return [
      { path: sender.path, line: 0, message: `${code} is sent: move it up in ${ERRORS_PAGE}` },
    ]
  })
