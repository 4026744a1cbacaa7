import { MEMORY_SERVER_KEY } from '@rowhouse/server/testing'
import { INSTANCE } from './client-test-server.js'

/** The examples of a page as one program, and its expected output. */
export interface ExampleProgram {
  readonly source: string
  readonly printed: readonly string[]
}

/** Joins the TypeScript blocks of a page, with this server's endpoint instead of the page's. */
export function exampleProgramOf(markdown: string, endpoint: string): ExampleProgram {
  const blocks = [...markdown.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code]) => code ?? '')
  const code = blocks.join('\n')
  return {
    source: code
      .replaceAll("'http://127.0.0.1:8087'", `'${endpoint}'`)
      .replaceAll("'demo'", `'${INSTANCE}'`)
      .replaceAll("'ID'", `'${MEMORY_SERVER_KEY.id}'`)
      .replaceAll("'SECRET'", `'${MEMORY_SERVER_KEY.secret}'`),
    printed: [...code.matchAll(/^ *\/\/ → (.*)$/gm)].map(([, line]) => line ?? ''),
  }
}
