import type { Ended } from './killed-command.js'

export function expectCode({ code, output }: Ended, wanted: number): void {
  if (code !== wanted) throw new Error(`the command ended with ${code}, not ${wanted}:\n${output}`)
}

/** Compares two ordered lists: missing and surplus rows are both differences. */
export function expectSame(
  what: string,
  found: readonly string[],
  wanted: readonly string[],
): void {
  const at = wanted.findIndex((text, i) => found[i] !== text)
  if (at === -1 && found.length === wanted.length) return
  const place = at === -1 ? wanted.length : at
  throw new Error(
    `${what}: ${found.length} instead of ${wanted.length}; first difference: ` +
      `${found[place] ?? 'nothing'} instead of ${wanted[place] ?? 'nothing'}`,
  )
}
