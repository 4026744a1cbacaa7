#!/usr/bin/env node
// Starts the bundled program. CommonJS, because loading an ES module uses libuv's thread pool, and the
// pool takes its size from the environment when it is first used.
'use strict'

const { existsSync } = require('node:fs')
const { join } = require('node:path')
const { pathToFileURL } = require('node:url')
const { setFlagsFromString } = require('node:v8')

// Gets and syncs wait in the pool, so it must be larger than the number of processors.
process.env.UV_THREADPOOL_SIZE ??= '16'

// V8 makes literals in the old generation where those of the first collections lived long. In a server they
// are the rows of requests: they die soon, but refer to young objects, which then survive every small
// collection (docs/decisions.md, 69).
setFlagsFromString('--no-allocation-site-pretenuring')

const program = join(__dirname, '..', 'bundle', 'rowhouse.js')
if (existsSync(program)) {
  import(pathToFileURL(program).href)
} else {
  console.error('rowhouse is not built yet: run "npm run build" first')
  process.exitCode = 3
}
