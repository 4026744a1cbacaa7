// `npm run docs:transcripts` runs the commands that pages of docs/ show, and writes what they answer now.
// `npm test` compares the two. Read the difference before it is kept.
import { runCommand } from './lib/run-command.mjs'

process.env.ROWHOUSE_REWRITE = '1'
const tests = ['packages/cli/src/docs-transcripts', 'packages/shell/src/transcripts']
const { isOk } = await runCommand('npx', ['vitest', 'run', ...tests])
process.exit(isOk ? 0 : 1)
