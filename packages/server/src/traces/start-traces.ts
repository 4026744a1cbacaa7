import type { Configuration } from '../configuration/configuration.js'
import { StartError } from '../start-error.js'
import type { TraceSdk } from './load-sdk.js'
import type { Traces } from './traces.js'

/** The part of the log that is needed here. */
interface TraceLog {
  info(text: string): void
  warn(details: object, text: string): void
}

/**
 * Starts traces as configured. With our own option, a missing package is an error. With the variable that
 * all programs of a machine share, it is only a warning.
 */
export async function startTraces(
  { traceTo, needsTraces }: Pick<Configuration, 'traceTo' | 'needsTraces'>,
  logger: TraceLog,
  load?: () => Promise<TraceSdk>,
): Promise<Traces | undefined> {
  if (traceTo === undefined) return undefined
  if (!needsTraces && !(/^https?:\/\//.test(traceTo) && URL.canParse(traceTo))) {
    return without(traceTo, logger, 'it is no URL with http or https')
  }
  const { openTraces } = await import('./open-traces.js')
  try {
    return await openTraces({
      url: traceTo,
      timeOrigin: performance.timeOrigin,
      onChange: (problem) => {
        if (problem !== undefined)
          logger.warn({ err: problem }, 'traces cannot be sent: some are lost')
        else logger.info('traces are sent again')
      },
      ...(load && { load }),
    })
  } catch (error) {
    if (needsTraces || !(error instanceof StartError)) throw error
    return without(traceTo, logger, error.message)
  }
}

function without(traceTo: string, logger: TraceLog, cause: string): undefined {
  logger.warn({ traceTo }, `OTEL_EXPORTER_OTLP_ENDPOINT is set, and there are no traces: ${cause}`)
}
