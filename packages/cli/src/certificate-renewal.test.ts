import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { connect } from 'node:tls'
import { X509Certificate } from 'node:crypto'
import {
  renewedTlsCertificate,
  renewedTlsKey,
  tlsCertificate,
  tlsKey,
} from '@rowhouse/server/testing'
import { describe, expect, test } from 'vitest'
import { cliFolder } from './testing/cli-folder.js'

const folder = cliFolder()

const certificateOf = async (port: number): Promise<string> => {
  const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false })
  await once(socket, 'secureConnect')
  const certificate = socket.getPeerX509Certificate()
  socket.destroy()
  return certificate?.fingerprint256 ?? 'none'
}
const fingerprint = (pem: string): string => new X509Certificate(pem).fingerprint256

const serveHttps = async (...more: string[]) => {
  const [certificate, key] = [folder.path('cert.pem'), folder.path('key.pem')]
  const write = (pair: { readonly certificate: string; readonly key: string }): void => {
    writeFileSync(certificate, pair.certificate)
    writeFileSync(key, pair.key)
  }
  write({ certificate: tlsCertificate, key: tlsKey })
  const files = ['--tls-certificate', certificate, '--tls-key', key]
  return { server: await folder.serve(...files, ...more), write }
}

describe.runIf(process.platform !== 'win32')('SIGHUP', () => {
  test.each(['0', '2'])('renews the certificate (%s threads)', async (threads) => {
    const { server, write } = await serveHttps('--door-threads', threads)
    expect(await certificateOf(server.port)).toBe(fingerprint(tlsCertificate))
    write({ certificate: renewedTlsCertificate, key: renewedTlsKey })
    server.kill('SIGHUP')
    await server.logged('the certificate was read again')
    expect(await certificateOf(server.port)).toBe(fingerprint(renewedTlsCertificate))
  })

  test('keeps the old certificate when the new one is faulty', async () => {
    const { server, write } = await serveHttps()
    write({ certificate: renewedTlsCertificate, key: tlsKey })
    server.kill('SIGHUP')
    await server.logged('the certificate cannot be renewed; the old one stays')
    expect(await certificateOf(server.port)).toBe(fingerprint(tlsCertificate))
  })

  test('has no effect on a server of plain HTTP', async () => {
    const server = await folder.serve()
    server.kill('SIGHUP')
    await server.logged('there is no certificate to renew')
    expect((await fetch(`http://127.0.0.1:${server.port}/healthz`)).status).toBe(200)
  })
})
