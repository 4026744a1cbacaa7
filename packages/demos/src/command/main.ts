import { runSampleCommand } from './sample-command.js'

process.exitCode = await runSampleCommand(process.argv, (line) => process.stdout.write(`${line}\n`))
