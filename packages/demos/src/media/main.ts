import { fileURLToPath } from 'node:url'
import { runScenarioCommand } from '../scenario/scenario-command.js'
import { readMedia } from './media-file.js'
import { mediaScenario } from './media-scenario.js'

process.exitCode = await runScenarioCommand(
  {
    name: 'demo:media',
    description: 'Searches photographs by what a machine saw in them',
    sample: fileURLToPath(new URL('../../data/photographs-sample.ndjson.gz', import.meta.url)),
    read: readMedia,
    scenario: mediaScenario,
  },
  process.argv,
)
