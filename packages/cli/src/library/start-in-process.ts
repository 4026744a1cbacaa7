import { expectDefined } from '@rowhouse/platform'
import { readConfiguration, settingNames, startServer } from '@rowhouse/server'
import { ControlError } from './ask-control.js'
import type { StartPlan } from './start-options.js'
import type { Started } from './start-test-server.js'

export async function startInProcess({ settings }: StartPlan): Promise<Started> {
  const names: ReadonlySet<string> = new Set(settingNames)
  const unknown = Object.keys(settings).find((name) => !names.has(name))
  if (unknown !== undefined) throw new ControlError(`there is no setting '${unknown}'`)
  const server = await startServer(
    // Environment variables of the machine must not have an effect.
    readConfiguration({ options: settings, environment: {}, configFile: undefined }),
  )
  const { endpoint, close } = server
  return { endpoint, control: expectDefined(server.admin, 'the control'), close }
}
