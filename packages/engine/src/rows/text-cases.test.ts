import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { TablestoreError } from '@rowhouse/protocol'
import { describe, expect, it } from 'vitest'
import { formatCaseFile, manualClock, parseCaseFile } from '@rowhouse/platform/testing'
import { openEngine } from '../open-engine.js'
import { type CaseContext, caseContext } from '../testing/cases/case-command.js'
import { runLine } from '../testing/cases/run-case-line.js'
import { modelStores } from '../testing/model/stores.js'

/**
 * Every file of testdata/ is a script of requests and their expected replies, which begins with an empty
 * engine and is the same on every store. REWRITE=1 writes the actual replies into the files; read the diff
 * before you keep it.
 */
const folder = new URL('../../testdata/', import.meta.url)

const run = async (context: CaseContext, request: readonly string[]): Promise<string> => {
  const outputs: string[] = []
  for (const line of request) {
    try {
      outputs.push(await runLine(context, line))
    } catch (error) {
      if (!(error instanceof TablestoreError)) throw error
      outputs.push(`${error.status} ${error.code}: ${error.message}`)
    }
  }
  return outputs.join('\n')
}

describe.each(modelStores)('text cases on the $name', ({ open }) => {
  it.each(readdirSync(folder).filter((name) => name.endsWith('.txt')))('%s', async (file) => {
    const cases = parseCaseFile(readFileSync(new URL(file, folder), 'utf8'))
    const clock = manualClock()
    const { store, remove } = await open(clock)
    const engine = await openEngine({ store: await store(), clock, options: {} })
    const context = caseContext(engine, clock)
    try {
      const outputs: string[] = []
      for (const { request } of cases) outputs.push(await run(context, request))
      if (process.env['REWRITE'] === '1')
        writeFileSync(new URL(file, folder), formatCaseFile(cases, outputs))
      else
        for (const [index, { line, expected }] of cases.entries())
          expect(outputs[index], `${file}:${line}`).toBe(expected)
    } finally {
      await engine.close()
      await remove()
    }
  })
})
