export { MEMORY_SERVER_KEY, type MemoryServer, startMemoryServer } from './memory-server.js'
export {
  renewedTlsCertificate,
  renewedTlsKey,
  tlsCertificate,
  tlsKey,
} from './tls-fixture.js'
