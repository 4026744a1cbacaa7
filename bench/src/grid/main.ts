import { parseArgs } from 'node:util'
import { positive } from '../options.js'
import { readOptions } from '../read-options.js'
import { machineFacts } from '../report/machine.js'
import { fillGridTable } from './fill-grid-table.js'
import { openGridPage } from './open-grid-page.js'
import { type FrameFigures, measureFrames } from './measure-frames.js'
import { startGridServer } from './start-grid-server.js'

/**
 * `npm run bench:grid`: loads rows into the console's grid by scrolling, and measures the frames that
 * Chromium draws while the grid scrolls down, and sideways over all columns.
 */
const { rows, columns, chromium } = readOptions('bench:grid', 'bench/console.md', (args) => {
  const { values } = parseArgs({
    args,
    options: {
      rows: { type: 'string', default: '100000' },
      columns: { type: 'string', default: '1024' },
      chromium: { type: 'string', default: '/usr/bin/chromium' },
    },
  })
  return {
    rows: positive('rows', values.rows),
    columns: positive('columns', values.columns),
    chromium: values.chromium,
  }
})

const figures = ({ frames, p50, p95, most }: FrameFigures): string =>
  `${frames} frames, p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms, longest ${most.toFixed(1)} ms`

const server = await startGridServer()
try {
  console.log(machineFacts())
  await fillGridTable(server, rows, columns)
  const { browser, page, load } = await openGridPage(server, chromium)
  const seconds = await load(rows)
  console.log(`${rows} rows of ${columns} columns loaded by scrolling in ${seconds.toFixed(1)} s`)
  console.log(`down: ${figures(await measureFrames(browser, page, 'down'))}`)
  console.log(`sideways: ${figures(await measureFrames(browser, page, 'sideways'))}`)
  await browser.close()
} finally {
  await server.stop()
}
