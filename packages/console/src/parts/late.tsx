import { type ComponentType, useEffect, useState } from 'react'

/**
 * A part of the console whose code is loaded when it is first shown. React's own `lazy` keeps back what has
 * come by up to 300 ms, so that placeholders do not flicker; here nothing stands in its place, and it is
 * shown at once.
 */
export function late<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined
  return function Late(props: Props) {
    const [Part, setPart] = useState(() => loaded)
    const [error, setError] = useState<Error>()
    useEffect(() => {
      if (Part !== undefined) return
      load().then(
        (part) => {
          loaded = part
          setPart(() => part)
        },
        (reason: unknown) => setError(reason instanceof Error ? reason : new Error(String(reason))),
      )
    }, [Part])
    // The boundary around the pages tells it.
    if (error !== undefined) throw error
    return Part === undefined ? null : <Part {...props} />
  }
}
