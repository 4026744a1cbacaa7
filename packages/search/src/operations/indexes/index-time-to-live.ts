import { errors, limits } from '@rowhouse/protocol'

/** -1 means that rows never expire. */
export function checkIndexTimeToLive(seconds: number): void {
  if (seconds === -1 || seconds >= limits.TIME_TO_LIVE_SECONDS_MIN) return
  throw errors.invalidSearchParameter('time_to_live', seconds)
}
