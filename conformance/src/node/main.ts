import { readEnvironment } from './environment.js'
import { runTests } from './harness.js'
import { allTests } from './suites/index.js'

/** Prints one JSON line per test. An argument selects the tests whose names contain it. */
const [wanted = ''] = process.argv.slice(2)

const tests = allTests.filter(({ operation, feature, name }) =>
  `${operation} / ${feature} / ${name}`.toLowerCase().includes(wanted.toLowerCase()),
)

await runTests(tests, readEnvironment(process.env), (result) => {
  process.stdout.write(`${JSON.stringify(result)}\n`)
})

// The SDK's keep-alive sockets would keep the process alive.
process.exit(0)
