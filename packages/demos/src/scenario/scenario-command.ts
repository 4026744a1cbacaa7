import { type DemoCommand, runDemoCommand } from '../server/demo-command.js'
import { runScenario } from './run-scenario.js'
import type { Scenario } from './scenario.js'

export interface ScenarioCommand<Item> extends DemoCommand {
  readonly read: (path: string) => Promise<readonly Item[]>
  readonly scenario: Scenario<Item>
}

/** The command line of a scenario; answers its exit code. */
export const runScenarioCommand = <Item>(
  command: ScenarioCommand<Item>,
  argv: readonly string[],
): Promise<number> =>
  runDemoCommand(command, argv, async ({ file, ...job }) => {
    const result = await runScenario(command.scenario, await command.read(file), job)
    return result.wrong.length === 0
  })
