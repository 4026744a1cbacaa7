export { type CrashableStore, createCrashableStore } from './crashable-store.js'
export { type KeyValueStoreFixture, keyValueStoreSuite } from './key-value-store-suite.js'
export { openTinyStore, type TinyStorePlace } from './tiny-store.js'
