import { type PartitionNotice, partitionKeyValue } from '@rowhouse/engine'
import { readableValue } from './admin/readable-value.js'
import type { Logger } from './logging.js'

/** Logs splits and merges of partitions, and problems with their keys. */
export const logPartitions =
  (logger: Logger) =>
  (notice: PartitionNotice): void => {
    const { instance, name } = notice.table.description
    const key = readableValue(partitionKeyValue(notice.key))
    const place = { instance, table: name, key }
    switch (notice.kind) {
      case 'hot key':
        logger.warn(
          { ...place, share: notice.share, unitsPerSecond: Math.round(notice.unitsPerSecond) },
          'a partition-key value has more than half of the load of a hot partition: it cannot be split',
        )
        return
      case 'big value':
        logger.warn(
          { ...place, bytes: notice.bytes, passed: notice.passed },
          'a partition-key value is large: it cannot be split',
        )
        return
      default:
        logger.info(
          { ...place, reason: notice.reason, from: notice.from, to: notice.to, of: notice.count },
          notice.kind === 'split' ? 'a partition was split' : 'two partitions were merged',
        )
    }
  }
