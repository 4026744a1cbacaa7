import { keyValueStoreSuite } from '../testing/key-value-store-suite.js'
import { createMemoryStore } from './memory-store.js'

keyValueStoreSuite('the memory store', async () => {
  const store = createMemoryStore()
  return { store, dispose: () => store.close() }
})
