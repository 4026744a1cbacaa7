import { expectDefined } from '@rowhouse/platform'
import { shellLimits } from '../limits.js'
import { padded, plainText, widthOf } from './terminal-text.js'

/** Draws a table like the service's tool: a rule follows every row. */
export function drawBox(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const shown = [titles, ...rows].map((row) => row.map(shorten))
  const widths = titles.map((_, at) => Math.max(...shown.map((row) => widthOf(cellOf(row, at)))))
  const rule = `+${widths.map((width) => '-'.repeat(width + 2)).join('+')}+\n`
  const lines = shown.map((row) => {
    const cells = widths.map((width, at) => ` ${padded(cellOf(row, at), width)} `)
    return `|${cells.join('|')}|\n`
  })
  return rule + lines.map((line) => line + rule).join('')
}

const cellOf = (row: readonly string[], at: number): string =>
  expectDefined(row[at], 'a row has a cell for every title')

function shorten(text: string): string {
  const plain = plainText(text)
  const characters = Array.from(plain)
  if (characters.length <= shellLimits.CELL_CHARACTERS) return plain
  return `${characters.slice(0, shellLimits.CELL_CHARACTERS - 1).join('')}…`
}
