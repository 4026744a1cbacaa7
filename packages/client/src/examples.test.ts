import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { format } from 'node:util'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { exampleProgramOf } from './testing/example-program.js'
import { type TestServer, startTestServer } from './testing/client-test-server.js'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const PAGES = ['docs/client.md', 'packages/client/README.md']

let folder: string
let server: TestServer

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rowhouse-examples-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))
beforeEach(async () => {
  server = await startTestServer()
})
afterEach(() => server.close())

const programOf = (page: string) =>
  exampleProgramOf(readFileSync(join(root, page), 'utf8'), server.endpoint)

test('the compiler accepts the examples of the pages', () => {
  const files = PAGES.map((page, i) => {
    const file = join(folder, `compiled-${i}.mts`)
    writeFileSync(file, programOf(page).source)
    return file
  })
  const sources = { '@rowhouse/*': [join(root, 'packages/*/src/index.ts')] }
  const compilerOptions = {
    composite: false,
    declaration: false,
    declarationMap: false,
    noEmit: true,
    paths: { ...sources, undici: [join(root, 'node_modules/undici')] },
    typeRoots: [join(root, 'node_modules/@types')],
  }
  const settings = { extends: join(root, 'tsconfig.base.json'), compilerOptions, files }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings))
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  const run = () => execFileSync(process.execPath, [compiler, '-p', folder], { encoding: 'utf8' })
  expect(refusalOf(run)).toBe('')
})

/** The compiler's errors for a program that it refuses. */
function refusalOf(run: () => string): string {
  try {
    return run()
  } catch (error) {
    return error instanceof Error && 'stdout' in error ? String(error.stdout) : String(error)
  }
}

test.each(PAGES)('the examples of %s print what the page says', async (page) => {
  const { source, printed } = programOf(page)
  const file = join(folder, `${page.replaceAll('/', '-')}.mts`)
  writeFileSync(file, source)
  const lines: string[] = []
  const print = vi.spyOn(console, 'log').mockImplementation((...values: unknown[]) => {
    lines.push(format(...values))
  })
  try {
    await import(/* @vite-ignore */ pathToFileURL(file).href)
  } finally {
    print.mockRestore()
  }
  expect(printed.length).toBeGreaterThan(0)
  expect(lines).toEqual(printed)
})
