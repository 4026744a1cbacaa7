// Builds the console's pages beside the bundled program: packages/cli/bundle/console/.
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { build, createLogger } from 'vite'
import { ROOT } from './lib/run-command.mjs'
import { thirdParty } from './lib/third-party.mjs'

/** Of the files that the first screen loads, compressed. */
const FIRST_SCREEN_BYTES_MAX = 150_000

/** Puts the licences of what is in the pages beside them. */
const licences = {
  name: 'licences',
  generateBundle(_, bundle) {
    const modules = Object.values(bundle).flatMap((file) => file.moduleIds ?? [])
    this.emitFile({ type: 'asset', fileName: 'THIRD-PARTY.txt', source: thirdParty(modules) })
  },
}

/** The pages use parts of packages that also use Node.js. The rest is dropped, and of that Vite warns. */
const isOfDropped = (text) => text.includes('externalized for browser compatibility')
const logger = createLogger('warn')
const customLogger = {
  ...logger,
  warn: (text, options) => isOfDropped(text) || logger.warn(text, options),
}

const { output } = await build({
  root: join(ROOT, 'packages/console'),
  configFile: false,
  logLevel: 'warn',
  customLogger,
  // Relative to the page's base element, which the server sets to the console's path.
  base: './',
  plugins: [react(), licences],
  build: {
    outDir: join(ROOT, 'packages/cli/bundle/console'),
    emptyOutDir: true,
    assetsInlineLimit: 0,
    // Coastlines are the largest chunk, loaded when a map is opened.
    chunkSizeWarningLimit: 600,
    modulePreload: { polyfill: false },
    // Of these only what is used: the rest begins WebAssembly, which the console's policy forbids.
    rolldownOptions: {
      treeshake: { moduleSideEffects: [{ test: /hyparquet|hysnappy/, sideEffects: false }] },
    },
  },
})

/** Code of the protocol needs Node.js, so pages take only its types, and its limits, which are numbers. */
const isOfProtocol = (id) => /packages[/\\]protocol[/\\](?!dist[/\\]limits\.js)/.test(id)
const foreign = output.flatMap(({ moduleIds = [] }) => moduleIds.filter(isOfProtocol))
if (foreign.length > 0) throw new Error(`the pages contain ${foreign.slice(0, 3).join(', ')}`)

if (output.some(({ code }) => code?.includes('WebAssembly'))) {
  throw new Error('the pages contain WebAssembly, which their policy forbids')
}

/** What the first screen loads: the entry and all that it imports at once, styles included. */
const filesOfFirstScreen = () => {
  const files = new Set()
  const add = (name) => {
    if (files.has(name)) return
    files.add(name)
    const chunk = output.find(({ fileName }) => fileName === name)
    for (const imported of chunk.imports ?? []) add(imported)
    for (const style of chunk.viteMetadata?.importedCss ?? []) add(style)
  }
  for (const chunk of output) if (chunk.isEntry) add(chunk.fileName)
  return [...files]
}

const bytes = filesOfFirstScreen().reduce((sum, name) => {
  const { code, source } = output.find(({ fileName }) => fileName === name)
  return sum + gzipSync(code ?? source).length
}, 0)
if (bytes > FIRST_SCREEN_BYTES_MAX) {
  throw new Error(`the first screen takes ${bytes} bytes, more than ${FIRST_SCREEN_BYTES_MAX}`)
}
