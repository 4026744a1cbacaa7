import { watchClosedOutput } from './closed-output.js'
import { runProgram } from './run-program.js'

/** The entry of the bundle. */
watchClosedOutput(process.argv[2])
process.exitCode = await runProgram(process.argv.slice(2))
