import { type LogAgreement, openCommitLog, verifyLog } from '@rowhouse/engine'
import { openDataFolder, openStoreFolder } from '@rowhouse/store'
import { nodeFiles, systemClock } from '@rowhouse/platform'

/** Compares rows with the log in the folder of a server that has ended, before anything is replayed. */
export const verifyFolder = async (directory: string): Promise<LogAgreement> => {
  const folder = await openDataFolder({ files: nodeFiles, directory, clock: systemClock })
  try {
    const { store } = await openStoreFolder({
      files: nodeFiles,
      clock: systemClock,
      directory: folder.storeDirectory,
    })
    try {
      const log = await openCommitLog({
        files: nodeFiles,
        directory: folder.logDirectory,
        clock: systemClock,
      })
      try {
        return await verifyLog(log, store)
      } finally {
        await log.close()
      }
    } finally {
      await store.close()
    }
  } finally {
    await folder.release()
  }
}
