import { useEffect, useState } from 'react'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

const STORED = 'rowhouse-theme'
const DARK = '(prefers-color-scheme: dark)'

const storedTheme = (): Theme => {
  const stored = localStorage.getItem(STORED)
  return themes.find((theme) => theme === stored) ?? 'system'
}

/** Shows the theme on the page, before anything is drawn and when the system changes. */
export function showTheme(theme: Theme = storedTheme()): void {
  const isDark = theme === 'dark' || (theme === 'system' && matchMedia(DARK).matches)
  document.documentElement.dataset['theme'] = isDark ? 'dark' : 'light'
}

export function useTheme(): readonly [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useState(storedTheme)
  useEffect(() => {
    showTheme(theme)
    const system = matchMedia(DARK)
    const follow = (): void => showTheme(theme)
    system.addEventListener('change', follow)
    return () => system.removeEventListener('change', follow)
  }, [theme])
  const choose = (chosen: Theme): void => {
    localStorage.setItem(STORED, chosen)
    setTheme(chosen)
  }
  return [theme, choose]
}
