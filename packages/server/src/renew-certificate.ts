import { X509Certificate } from 'node:crypto'
import { type Configuration, readTls } from './configuration/configuration.js'
import type { TlsIdentity } from './door/tls-identity.js'
import type { Logger } from './logging.js'
import type { Doors } from './open-doors.js'

/** Reads the certificate and its key again, passes them to the doors, and logs the result. */
export function renewCertificate(
  { tlsCertificate, tlsKey }: Pick<Configuration, 'tlsCertificate' | 'tlsKey'>,
  doors: Pick<Doors, 'setTls'>,
  logger: Logger,
): void {
  try {
    const tls = readTls(tlsCertificate, tlsKey)
    if (tls === undefined) {
      logger.warn('there is no certificate to renew: plain HTTP is served')
      return
    }
    doors.setTls(tls)
    logger.info(describeCertificate(tls), 'the certificate was read again')
  } catch (error) {
    logger.error({ err: error }, 'the certificate cannot be renewed; the old one stays')
  }
}

const describeCertificate = ({ certificate }: TlsIdentity): object => {
  const { subject, validTo } = new X509Certificate(certificate)
  return { subject, validTo }
}
