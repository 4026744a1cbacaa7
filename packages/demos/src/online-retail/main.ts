import { fileURLToPath } from 'node:url'
import { runDemoCommand } from '../server/demo-command.js'
import { runOnlineRetail } from './run.js'

const SAMPLE = fileURLToPath(new URL('../../data/online-retail-sample.csv.gz', import.meta.url))

process.exitCode = await runDemoCommand(
  {
    name: 'demo:online-retail',
    description:
      'Loads a year of order lines through the official SDK and proves that all are there',
    sample: SAMPLE,
  },
  process.argv,
  async (job) => {
    const result = await runOnlineRetail(job)
    return result.differences.length === 0
  },
)
