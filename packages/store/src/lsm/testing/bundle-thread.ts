import { basename, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'

const PLATFORM = fileURLToPath(new URL('../../../../platform/src/index.ts', import.meta.url))

/** The entry of a thread from its source: Node.js cannot start a thread from TypeScript. */
export async function bundleThread(source: URL, folder: string): Promise<URL> {
  const input = fileURLToPath(source)
  const bundle = await rolldown({
    input,
    platform: 'node',
    treeshake: { moduleSideEffects: false },
    external: [/^node:/],
    resolve: {
      extensionAlias: { '.js': ['.ts', '.js'] },
      alias: { '@rowhouse/platform': PLATFORM },
    },
  })
  const file = join(folder, `${basename(input, '.ts')}.mjs`)
  await bundle.write({ file, format: 'esm' })
  await bundle.close()
  return pathToFileURL(file)
}
