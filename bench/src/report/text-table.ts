/** Columns padded to their widest cell; the first is aligned left, the others right. */
export function textTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [header, ...rows]
  const widths = header.map((_, column) =>
    Math.max(...lines.map((line) => (line[column] ?? '').length)),
  )
  const format = (line: readonly string[]): string =>
    widths
      .map((width, column) => {
        const cell = line[column] ?? ''
        return column === 0 ? cell.padEnd(width) : cell.padStart(width)
      })
      .join('  ')
  return [
    format(header),
    widths.map((width) => '-'.repeat(width)).join('  '),
    ...rows.map(format),
  ].join('\n')
}

/** A number with thousands separators and a useful number of digits. */
export function figure(value: number): string {
  const digits = value >= 100 ? 0 : value >= 1 ? 2 : 3
  return value.toLocaleString('en-US', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
}
