import { fileURLToPath } from 'node:url'
import { runScenarioCommand } from '../scenario/scenario-command.js'
import { readOrders } from './order.js'
import { orderScenario } from './order-scenario.js'

process.exitCode = await runScenarioCommand(
  {
    name: 'demo:orders-search',
    description: 'Searches a year of orders as consumers, sellers and the platform do',
    sample: fileURLToPath(new URL('../../data/online-retail-sample.csv.gz', import.meta.url)),
    read: readOrders,
    scenario: orderScenario,
  },
  process.argv,
)
