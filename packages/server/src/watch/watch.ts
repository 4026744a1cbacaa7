import type { ContinuousBackup, MemoryBudget, OpenEngine } from '@rowhouse/engine'
import type { Admission } from '../admission/admission.js'
import type { DiskMonitor } from '../disk-monitor.js'
import type { SearchHost } from '../search-host.js'
import type { MetricsHistory } from './metrics-history.js'
import type { RequestWatch } from './request-watch.js'

/** Where the watch command finds what it tells. */
export interface Watch {
  readonly engine: OpenEngine
  readonly search: SearchHost
  readonly requests: RequestWatch
  readonly history: MetricsHistory
  readonly admission: Admission
  readonly memory: MemoryBudget
  readonly disk: DiskMonitor
  readonly backup: ContinuousBackup | undefined
  /** Milliseconds from which a request is slow. */
  readonly slowRequest: number
  /** Bytes that rows and search indexes may take. */
  readonly rowMemory: number
  readonly searchMemory: number
}
