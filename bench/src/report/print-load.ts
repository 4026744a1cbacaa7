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

export interface StoreSizes {
  readonly figures: ReadonlyMap<string, number>
  /** Keys, names and values of the rows; the store's folder behind the last row, at its most, at rest. */
  readonly rowsMb: number
  readonly loadedMb: number
  readonly mostMb: number
  readonly settledMb: number
}

/** The folder of the store, and what the own store tells of its writes. */
export function printStore({ figures, rowsMb, loadedMb, mostMb, settledMb }: StoreSizes): void {
  const sizes = [
    ['behind the last row', loadedMb],
    ['at its most', mostMb],
    ['settled', settledMb],
  ] as const
  const lines = sizes.map(([when, mb]) => [when, figure(mb), figure(mb / rowsMb)])
  console.log(`\n${textTable(["the store's folder", 'MB', "of the rows' bytes"], lines)}`)
  const bufferMb = (figures.get('store_write_buffer_bytes') ?? 0) / 2 ** 20
  console.log(`\n${figure(bufferMb)} MB more were in write buffers alone behind the last row.`)
  const flushed = figures.get('store_flushed_bytes')
  const longest = figures.get('store_longest_apply_ms')
  if (flushed === undefined || longest === undefined) return
  const written = flushed + (figures.get('store_merged_bytes') ?? 0)
  console.log(`Flushes and merges wrote ${figure(written / flushed)} times what flushes alone did.`)
  console.log(`The longest write into the store took ${figure(longest)} ms.`)
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
