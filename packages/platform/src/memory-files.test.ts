import { filesSuite } from './testing/files-suite.js'
import { createMemoryFiles } from './memory-files.js'

filesSuite('memory', async () => {
  const files = createMemoryFiles()
  await files.makeDirectory('/data')
  return { files, directory: '/data', dispose: async () => undefined }
})
