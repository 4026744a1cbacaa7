import { MEMORY_SERVER_KEY } from '@rowhouse/server/testing'
import { INSTANCE } from './client-test-server.js'

/** What the examples of a page are as one program, and what it must print. */
export interface ExampleProgram {
  readonly source: string
  readonly printed: readonly string[]
}

/** The TypeScript of a page in its order, against this server instead of the one that the page names. */
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
