export {
  renewedTlsCertificate,
  renewedTlsKey,
  tlsCertificate,
  tlsKey,
} from './tls-fixture.js'
