import { limits } from '@rowhouse/protocol'

/** Clients ask for more than the service gives; that is cut down, not refused. */
export function searchTimeout(asked: number | undefined): number {
  const most = limits.SEARCH_TIMEOUT_MS_MAX
  return asked === undefined || asked <= 0 ? most : Math.min(asked, most)
}
