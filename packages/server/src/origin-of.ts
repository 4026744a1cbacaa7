/** Where programs and browsers on this machine find a server. */
export function originOf({
  host,
  port,
  tls,
}: {
  readonly host: string
  readonly port: number
  readonly tls: unknown
}): string {
  const everywhere = host === '0.0.0.0' || host === '::'
  const name = everywhere ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host
  return `${tls === undefined ? 'http' : 'https'}://${name}:${port}`
}
