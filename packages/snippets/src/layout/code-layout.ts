/** A piece of a program: text, or a list in brackets, which is broken over lines if it is too long. */
export type Code = string | Group

export interface Group {
  readonly open: string
  readonly items: readonly Code[]
  readonly close: string
  /** A comma, or for chained calls nothing, or the dot that Go wants at the end of a line. */
  readonly separator?: '' | '.'
  /** What its lines are indented by, within a block. */
  readonly margin?: string
}

export interface Layout {
  readonly indent: string
  /** Whether a list over several lines may end with a comma. */
  readonly hasTrailingComma: boolean
}

export const group = (open: string, items: readonly Code[], close: string): Group => ({
  open,
  items,
  close,
})

/** Chained calls. */
export const chain = (first: string, calls: readonly Code[]): Group => ({
  open: first,
  items: calls,
  close: '',
  separator: '',
})

/** Chained calls of a language in which a line must not begin with their dot. */
export const dotted = (first: string, calls: readonly Code[]): Group => ({
  open: first,
  items: calls,
  close: '',
  separator: '.',
})

/** A piece with `label` before it, as in `name: value`. */
export const labelled = (label: string, code: Code): Code =>
  typeof code === 'string' ? label + code : { ...code, open: label + code.open }

/** A piece with text after it, such as a semicolon. */
export const followed = (code: Code, text: string): Code =>
  typeof code === 'string' ? code + text : { ...code, close: code.close + text }

/** A piece within a block of statements. */
export const indented = (code: Code, margin: string): Code =>
  typeof code === 'string' ? margin + code : { ...code, margin }

const WIDTH = 96

/** The lines of a piece, all indented by `margin`. */
export function render(code: Code, layout: Layout, outer = ''): string {
  const flat = inOneLine(code)
  if (typeof code === 'string') return outer + flat
  const margin = outer + (code.margin ?? '')
  if (margin.length + flat.length <= WIDTH && !flat.includes('\n')) return margin + flat
  const [only, ...others] = code.items
  if (others.length === 0 && only !== undefined && typeof only !== 'string') {
    // The brackets of a list with a single list in it are on the same lines.
    const dot = code.separator === '.' ? '.' : ''
    const [open, close] = [code.open + dot + only.open, only.close + code.close]
    return render({ ...only, open, close }, layout, margin)
  }
  const inner = margin + layout.indent
  const items = code.items.map((item) => render(item, layout, inner))
  if (code.separator === '') return `${margin}${code.open}\n${items.join('\n')}${code.close}`
  if (code.separator === '.') return `${margin}${code.open}.\n${items.join('.\n')}${code.close}`
  const end = layout.hasTrailingComma ? ',' : ''
  return `${margin}${code.open.trimEnd()}\n${items.join(',\n')}${end}\n${margin}${code.close.trimStart()}`
}

/** The piece without breaks, however long it is. */
export function inOneLine(code: Code): string {
  if (typeof code === 'string') return code
  if (code.items.length === 0) return code.open.trimEnd() + code.close.trimStart()
  const items = code.items.map(inOneLine)
  if (code.separator === '.') return [code.open, ...items].join('.') + code.close
  return code.open + items.join(code.separator ?? ', ') + code.close
}

/** Lines of a body, indented by `margin`. */
export const renderAll = (lines: readonly Code[], layout: Layout, margin: string): string =>
  lines.map((line) => (line === '' ? '' : render(line, layout, margin))).join('\n')
