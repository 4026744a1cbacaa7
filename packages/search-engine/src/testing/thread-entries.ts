import { fileURLToPath, pathToFileURL } from 'node:url'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import type { ThreadEntries } from '../embedded/open-embedded-search-engine.js'

const source = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/** Bundles the threads' sources, because Node.js cannot start a thread from TypeScript. */
export async function buildThreadEntries(directory: string): Promise<ThreadEntries> {
  const bundle = await rolldown({
    input: {
      indexing: source('../embedded/indexing-thread.ts'),
      merging: source('../embedded/merging-thread.ts'),
      query: source('../embedded/query-thread.ts'),
    },
    platform: 'node',
    treeshake: { moduleSideEffects: false },
    external: [/^node:/, '@node-rs/jieba'],
    resolve: {
      extensionAlias: { '.js': ['.ts', '.js'] },
      alias: {
        '@rowhouse/platform': source('../../../platform/src/index.ts'),
        '@rowhouse/protocol': source('../../../protocol/src/index.ts'),
      },
    },
  })
  await bundle.write({ dir: directory, format: 'esm', entryFileNames: '[name].mjs' })
  await bundle.close()
  const entry = (name: string): URL => pathToFileURL(join(directory, `${name}.mjs`))
  return { indexing: entry('indexing'), merging: entry('merging'), query: entry('query') }
}
