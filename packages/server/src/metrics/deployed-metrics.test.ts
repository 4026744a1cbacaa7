import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DATA_FOLDER, unpackFolder } from '@rowhouse/engine/testing'
import { temporaryFolder } from '@rowhouse/platform/testing'
import { expect, onTestFinished, test } from 'vitest'
import { administer } from '../admin/administer.js'
import { administerIndexes } from '../admin/administer-indexes.js'
import { readConfiguration } from '../configuration/configuration.js'
import { startServer } from '../start-server.js'

const inRepository = (path: string): string =>
  fileURLToPath(new URL(`../../../../${path}`, import.meta.url))

const FIXTURES = inRepository('packages/search/fixtures')

/** The metrics of a server that has tables and search indexes. */
async function servedPage(format: string): Promise<string> {
  const folder = await temporaryFolder()
  onTestFinished(() => folder.remove())
  const backups = await temporaryFolder()
  onTestFinished(() => backups.remove())
  await unpackFolder(join(FIXTURES, format, DATA_FOLDER), folder.path)
  const configuration = readConfiguration({
    options: {
      data: folder.path,
      port: '0',
      logLevel: 'silent',
      searchThreads: '0',
      backupTo: backups.path,
    },
    environment: {},
    configFile: undefined,
  })
  // The engine has made the folder, without instances.
  await administer(configuration, { action: 'create', name: 'oracle' })
  const server = await startServer(configuration)
  onTestFinished(() => server.close())
  await administerIndexes(configuration, { action: 'index-list' })
  return (await fetch(`${server.endpoint}/metrics`)).text()
}

test('every metric of the alerts and the dashboard is on the page', async () => {
  // The newest folder is on the own store, older ones on RocksDB: each has figures that the other lacks.
  const formats = readdirSync(FIXTURES).filter((name) => name.startsWith('v'))
  const pages: string[] = []
  for (const format of formats) pages.push(await servedPage(format))
  const page = pages.join('\n')
  const names = new Set([...page.matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name))
  const figures = new Set([...page.matchAll(/figure="(\w+)"/g)].map(([, figure]) => figure))
  for (const file of ['deploy/prometheus/alerts.yaml', 'deploy/grafana/rowhouse.json']) {
    const text = readFileSync(inRepository(file), 'utf8').replaceAll('\\"', '"')
    const asked = [...text.matchAll(/\b(?:rowhouse|process)_\w+/g)]
      .map(([name]) => name.replace(/_bucket$/, ''))
      .filter((name) => !names.has(name))
    expect(asked).toEqual([])
    const askedFigures = [...text.matchAll(/figure=~?"([\w|]+)"/g)].flatMap(([, some = '']) =>
      some.split('|'),
    )
    expect(askedFigures.length).toBeGreaterThan(1)
    expect(askedFigures.filter((figure) => !figures.has(figure))).toEqual([])
  }
})
