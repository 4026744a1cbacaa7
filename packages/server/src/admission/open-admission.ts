import { systemClock } from '@rowhouse/platform'
import type { Configuration } from '../configuration/configuration.js'
import { serverLimits } from '../limits.js'
import { Admission } from './admission.js'
import { bodyBytes } from './memory-shares.js'

/** The admission of one server: fixed bounds, and default limits from the configuration. */
export function openAdmission(configuration: Configuration): Admission {
  const bytesMax = bodyBytes(configuration)
  return new Admission(
    {
      requestsMax: serverLimits.REQUESTS_IN_FLIGHT_MAX,
      bytesMax,
      runningMax: serverLimits.REQUESTS_RUNNING_MAX,
      // The other half is for waiting requests, which can be evicted for another instance.
      runningBytesMax: bytesMax / 2,
      runningWritesMax: serverLimits.WRITES_RUNNING_MAX,
      runningOwn: serverLimits.REQUESTS_RUNNING_OWN,
    },
    {
      instance: {
        requestsPerSecond: configuration.instanceRequestsPerSecond,
        concurrent: configuration.instanceConcurrent,
        bytesInFlight: configuration.instanceBytesInFlight,
      },
      key: {
        requestsPerSecond: configuration.keyRequestsPerSecond,
        concurrent: configuration.keyConcurrent,
        bytesInFlight: configuration.keyBytesInFlight,
      },
    },
    () => systemClock.monotonic(),
  )
}
