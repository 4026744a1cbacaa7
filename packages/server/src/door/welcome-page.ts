export interface WelcomePage {
  readonly headers: string
  readonly body: Buffer
}

/** The page for a person who opens the endpoint in a browser. It tells nothing but where the console is. */
export const welcomePage = (consoleUrl: string | undefined): WelcomePage => ({
  headers:
    'content-type: text/html; charset=utf-8\r\n' +
    "content-security-policy: default-src 'none'; style-src 'unsafe-inline'\r\n" +
    'x-content-type-options: nosniff\r\n',
  body: Buffer.from(htmlOf(consoleUrl)),
})

const htmlOf = (consoleUrl: string | undefined): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Rowhouse</title>
<style>
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 40rem; margin: 3rem auto; padding: 0 1rem }
</style>
<h1>Rowhouse</h1>
<p>This is a wide-column store that speaks the Tablestore wire protocol. Programs use it with an
official Tablestore SDK: the address of this page is the endpoint, and the instance and its access key
come from whoever runs the server.</p>
${consoleLine(consoleUrl)}<ul>
<li><a href="/healthz">/healthz</a>: the process answers</li>
<li><a href="/readyz">/readyz</a>: the server takes writes</li>
<li><a href="/metrics">/metrics</a>: figures for Prometheus</li>
</ul>
</html>
`

const consoleLine = (url: string | undefined): string =>
  url === undefined ? '' : `<p><a href="${url}">Open the web console</a></p>\n`
