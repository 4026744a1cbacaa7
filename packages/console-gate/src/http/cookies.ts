export const SESSION_COOKIE = 'rowhouse-console'

/** The value of a cookie in the header of a request. */
export function cookieOf(header: string | undefined, name: string): string | undefined {
  for (const part of (header ?? '').split(';')) {
    const equals = part.indexOf('=')
    if (equals > 0 && part.slice(0, equals).trim() === name) return part.slice(equals + 1).trim()
  }
  return undefined
}

/** Scripts cannot read it, and no other site's request carries it. */
export const sessionCookie = (id: string, path: string, isSecure: boolean): string =>
  `${SESSION_COOKIE}=${id}; Path=${path}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`

export const endedCookie = (path: string): string =>
  `${SESSION_COOKIE}=; Path=${path}; HttpOnly; SameSite=Strict; Max-Age=0`
