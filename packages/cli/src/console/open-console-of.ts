import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { systemClock, systemRandom } from '@rowhouse/platform'
import type { Configuration, ConsoleParts, OpenConsole } from '@rowhouse/server'

/** The built pages stand beside the bundled program. */
const PAGES = new URL('./console/', import.meta.url)

/** Opens the console on its port: the one after the service's, unless that is a free one. */
export async function openConsoleOf(
  configuration: Configuration,
  parts: ConsoleParts,
): Promise<OpenConsole | undefined> {
  const { host, port, tls, consolePath: path, consoleMap: mapFile } = configuration
  const consolePort = configuration.consolePort ?? (port === 0 ? undefined : port + 1)
  if (consolePort === undefined) return undefined
  const { openConsole } = await import('@rowhouse/console-gate')
  const options = {
    host,
    port: consolePort,
    tls,
    path,
    folder: fileURLToPath(PAGES),
    clock: systemClock,
    random: systemRandom,
    mapFile,
    jobsFolder: configuration.ephemeral ? undefined : join(configuration.data, 'console-jobs'),
  }
  return openConsole(options, parts)
}
