import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const source = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

const HANGS_MS = 600_000

export default defineConfig({
  resolve: {
    alias: [
      {
        find: /^@rowhouse\/([\w-]+)\/testing$/,
        replacement: source('./packages/$1/src/testing/index.ts'),
      },
      { find: /^@rowhouse\/([\w-]+)$/, replacement: source('./packages/$1/src/index.ts') },
    ],
  },
  test: {
    include: [
      'packages/*/src/**/*.test.ts',
      'bench/src/**/*.test.ts',
      'conformance/src/**/*.test.ts',
      'faults/{fuzz,history,kill,migration,power-cuts,rotate,search,soak,transfer,workloads}/**/*.test.ts',
      'scripts/**/*.test.ts',
    ],
    setupFiles: [source('./packages/platform/src/testing/property-seed.ts')],
    // For what hangs; a busy machine may take long, also to end what a test has started.
    testTimeout: HANGS_MS,
    hookTimeout: HANGS_MS,
    teardownTimeout: HANGS_MS,
    expect: { poll: { timeout: HANGS_MS } },
    pool: 'forks',
    // No module keeps state, so files share a process: reading all sources for each took most of the time.
    isolate: false,
    maxWorkers: '100%',
  },
})
