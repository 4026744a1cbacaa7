import { useSearchParams } from 'wouter'

/** What a page of a sample shows, in its address: a text by each name. */
export function useSampleAddress() {
  const [search, setSearch] = useSearchParams()
  return {
    of: (name: string): string | undefined => search.get(name) ?? undefined,
    /** Undefined takes a name out. */
    show: (changes: Readonly<Record<string, string | undefined>>, replace = false): void =>
      setSearch(
        (old) => {
          const changed = new URLSearchParams(old)
          for (const [name, value] of Object.entries(changes)) {
            if (value === undefined) changed.delete(name)
            else changed.set(name, value)
          }
          return changed
        },
        { replace },
      ),
  }
}

/** Parameters from an address: those of the manual where it has none, or none that fit. */
export function parametersFrom<Parameters>(
  text: string | undefined,
  planted: Parameters,
): Parameters {
  if (text === undefined) return planted
  try {
    const found: unknown = JSON.parse(text)
    return typeof found === 'object' && found !== null ? { ...planted, ...found } : planted
  } catch {
    return planted
  }
}
