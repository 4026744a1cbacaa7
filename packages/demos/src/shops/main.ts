import { fileURLToPath } from 'node:url'
import { runScenarioCommand } from '../scenario/scenario-command.js'
import { readShops } from './shop.js'
import { shopScenario } from './shop-scenario.js'

process.exitCode = await runScenarioCommand(
  {
    name: 'demo:shops',
    description: 'Searches the places of a quarter of Taipei, by distance, name and score',
    sample: fileURLToPath(new URL('../../data/osm-places-sample.csv.gz', import.meta.url)),
    read: readShops,
    scenario: shopScenario,
  },
  process.argv,
)
