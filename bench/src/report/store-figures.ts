import type { Endpoint } from '../load/connection.js'

/** The figures of the store on the server's metrics page, by name. */
export async function storeFigures({ host, port }: Endpoint): Promise<ReadonlyMap<string, number>> {
  const page = await (await fetch(`http://${host}:${port}/metrics`)).text()
  const lines = page.matchAll(/^rowhouse_store\{figure="(\w+)"\} (\S+)$/gm)
  return new Map([...lines].map(([, name = '', value]) => [name, Number(value)]))
}
