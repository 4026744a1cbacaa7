import { runProgram } from './run-program.js'

/** The entry of the bundle. */
process.exitCode = await runProgram(process.argv.slice(2))
