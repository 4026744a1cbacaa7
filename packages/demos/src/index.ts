export {
  type RunOptions,
  type RunResult,
  runOnlineRetail,
  totalsOfFile,
} from './online-retail/run.js'
export {
  type Connection,
  type TemporaryServer,
  startTemporaryServer,
} from './server/temporary-server.js'
