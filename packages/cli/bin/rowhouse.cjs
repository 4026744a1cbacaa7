#!/usr/bin/env -S node --max-semi-space-size=64
// The option gives short-lived rows of big batches room to die: a fifth less work for the engine. No
// variables there: pnpm, and npm for the shells of Windows, make programs of their own from that line, which
// take its first word for the one to run.
// Starts the bundled program. CommonJS, because loading an ES module uses libuv's thread pool, and the
// pool takes its size from the environment when it is first used.
'use strict'

const { existsSync } = require('node:fs')
const { join } = require('node:path')
const { pathToFileURL } = require('node:url')

// Gets and syncs wait in the pool, so it must be larger than the number of processors.
process.env.UV_THREADPOOL_SIZE ??= '16'

const program = join(__dirname, '..', 'bundle', 'rowhouse.js')
if (existsSync(program)) {
  import(pathToFileURL(program).href)
} else {
  console.error('rowhouse is not built yet: run "npm run build" first')
  process.exitCode = 1
}
