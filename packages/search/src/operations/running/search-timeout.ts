import { limits } from '@rowhouse/protocol'

/** A time-out above the service's is reduced, not refused. */
export function searchTimeout(asked: number | undefined): number {
  const most = limits.SEARCH_TIMEOUT_MS_MAX
  return asked === undefined || asked <= 0 ? most : Math.min(asked, most)
}
