export type { Fault, FaultCode } from '@rowhouse/server'
export { ControlError } from './ask-control.js'
export { connectServer } from './connect-server.js'
export { shareServer } from './share-server.js'
export { sharedServer } from './shared-server.js'
export type { StartServerOptions } from './start-options.js'
export { startServer } from './start-test-server.js'
export type {
  AccessKey,
  AddedFault,
  ServerAddress,
  TestInstance,
  TestServer,
} from './test-server.js'
