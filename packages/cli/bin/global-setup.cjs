// Starts one server before all files of tests, for Vitest and Jest. CommonJS with one function, which is what
// both take. The server ends with the runner.
'use strict'

module.exports = async () => {
  const { shareServer } = await import('../bundle/index.js')
  await shareServer()
}
