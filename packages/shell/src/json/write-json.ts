export type Writable =
  | string
  | number
  | bigint
  | boolean
  | null
  | undefined
  | readonly Writable[]
  | { readonly [name: string]: Writable }

/** Bigints are written as numbers with all their digits; undefined members are left out. */
export function writeJson(value: Writable, indent = 0): string {
  return write(value, indent, '')
}

function write(value: Writable, indent: number, margin: string): string {
  if (typeof value === 'bigint') return value.toString()
  if (Array.isArray(value)) {
    const inner = margin + ' '.repeat(indent)
    return enclosed(
      '[',
      value.map((item: Writable) => write(item ?? null, indent, inner)),
      ']',
      indent,
      margin,
    )
  }
  if (typeof value === 'object' && value !== null) {
    const inner = margin + ' '.repeat(indent)
    const colon = indent > 0 ? ': ' : ':'
    const members = Object.entries(value).flatMap(([name, member]) =>
      member === undefined
        ? []
        : [`${JSON.stringify(name)}${colon}${write(member, indent, inner)}`],
    )
    return enclosed('{', members, '}', indent, margin)
  }
  return JSON.stringify(value ?? null)
}

function enclosed(
  open: string,
  items: readonly string[],
  close: string,
  indent: number,
  margin: string,
): string {
  if (items.length === 0 || indent === 0) return open + items.join(',') + close
  const inner = `\n${margin}${' '.repeat(indent)}`
  return `${open}${inner}${items.join(`,${inner}`)}\n${margin}${close}`
}
