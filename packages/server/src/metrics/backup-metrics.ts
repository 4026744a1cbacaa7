import type { ContinuousBackup } from '@rowhouse/engine'

type Figure = readonly [name: string, help: string, value: number]

export interface BackupSamples {
  readonly gauges: readonly Figure[]
  readonly counters: readonly Figure[]
}

const SECOND = 1000

/** The samples of a continuous backup; names have no prefix. */
export function backupSamples(backup: ContinuousBackup): BackupSamples {
  const figures = backup.figures()
  const lag = figures.lagMilliseconds / SECOND
  return {
    gauges: [
      ['lag_seconds', 'How old the oldest write may be that is not in the backup', lag],
      ['lag_bytes', 'Log that is not in the backup', figures.lagBytes],
      ['failing', '1 while the last attempt has failed', Number(figures.isFailing)],
      ['bases', 'Base copies that the log can be replayed on', figures.bases],
      [
        'newest_base_timestamp_seconds',
        'When the newest of them was begun; now, if nothing was written since',
        figures.newestBaseAt / SECOND,
      ],
    ],
    counters: [
      ['failures', 'Attempts that failed', figures.failures],
      ['shipped_bytes', 'Log that was backed up', figures.shippedBytes],
    ],
  }
}
