// Builds the console's pages beside the bundled program: packages/cli/bundle/console/.
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { ROOT } from './lib/run-command.mjs'
import { thirdParty } from './lib/third-party.mjs'

/** Puts the licences of what is in the pages beside them. */
const licences = {
  name: 'licences',
  generateBundle(_, bundle) {
    const modules = Object.values(bundle).flatMap((file) => file.moduleIds ?? [])
    this.emitFile({ type: 'asset', fileName: 'THIRD-PARTY.txt', source: thirdParty(modules) })
  },
}

await build({
  root: join(ROOT, 'packages/console'),
  configFile: false,
  logLevel: 'warn',
  // Relative to the page's base element, which the server sets to the console's path.
  base: './',
  plugins: [react(), licences],
  build: {
    outDir: join(ROOT, 'packages/cli/bundle/console'),
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
})
