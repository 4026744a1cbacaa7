import { runLabCommand } from './lab-command.js'

process.exitCode = await runLabCommand(process.argv, (line) => process.stdout.write(`${line}\n`))
