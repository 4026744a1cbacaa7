import { useLocation } from 'wouter'
import { useSigned } from '../gate/use-gate.js'

/** The instance of the address or, where it has none, the first that is open to the person. */
export function usePlace(): { readonly instance?: string } {
  const { session } = useSigned()
  const [location] = useLocation()
  const named = session.instances.find((name) => location.startsWith(`/${name}/`))
  const instance = named ?? session.instances[0]
  return instance === undefined ? {} : { instance }
}
