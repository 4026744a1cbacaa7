/** The bytes of a whole POST request. */
export function httpRequest(
  path: string,
  headers: Readonly<Record<string, string>>,
  body: Buffer,
): Buffer {
  let head = `POST ${path} HTTP/1.1\r\n`
  for (const [name, value] of Object.entries(headers)) head += `${name}: ${value}\r\n`
  head += `content-length: ${body.length}\r\n\r\n`
  return Buffer.concat([Buffer.from(head, 'latin1'), body])
}
