import type { LoadState, MillionFigures } from '../loader/load-state.js'
import { figure, textTable } from './text-table.js'

const HEADER = ['rows', 'rows/s', 'GetRow p50 ms', 'p99 ms', 'max ms', 'RSS MB', 'disk MB']

/** One line while the load runs. */
export function printMillion(million: MillionFigures): void {
  const cells = cellsOf(million)
  console.log(HEADER.map((name, index) => `${name} ${cells[index] ?? ''}`).join('  '))
}

export function printLoadSummary({ millions }: LoadState, peakMb: number): void {
  const [first] = millions
  const last = millions.at(-1)
  if (first === undefined || last === undefined) return
  const worst = millions.reduce((a, b) => (b.getRowP99Ms > a.getRowP99Ms ? b : a))
  console.log(`\n${textTable(HEADER, millions.map(cellsOf))}\n`)
  console.log(
    textTable(
      ['goal', 'wanted', 'measured', 'met'],
      [
        goalRow(
          'Last million, of the rate of the first',
          0.667,
          last.rowsPerSecond / first.rowsPerSecond,
          true,
        ),
        goalRow('GetRow p99 meanwhile, the worst million, ms', 25, worst.getRowP99Ms, false),
      ],
    ),
  )
  console.log(`\nServer's memory at its most in this go: ${peakMb.toFixed()} MB`)
}

function cellsOf(million: MillionFigures): string[] {
  return [
    million.rows.toLocaleString('en-US'),
    figure(million.rowsPerSecond),
    figure(million.getRowP50Ms),
    figure(million.getRowP99Ms),
    figure(million.getRowMaxMs),
    figure(million.rssMb),
    figure(million.diskMb),
  ]
}

export function goalRow(
  name: string,
  wanted: number,
  measured: number,
  atLeast: boolean,
): string[] {
  const met = atLeast ? measured >= wanted : measured <= wanted
  const bound = `${atLeast ? 'at least' : 'at most'} ${figure(wanted)}`
  return [name, bound, figure(measured), met ? 'yes' : 'NO']
}
