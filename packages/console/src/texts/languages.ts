import { en, type Texts } from './en.js'

/** The languages by their tag, each loaded when it is chosen; English is in the first screen. */
export const languages = {
  en: { label: 'English', load: async (): Promise<Texts> => en },
  'zh-CN': { label: '简体中文', load: async () => (await import('./zh-cn.js')).zhCn },
  'zh-TW': { label: '繁體中文', load: async () => (await import('./zh-tw.js')).zhTw },
  ja: { label: '日本語', load: async () => (await import('./ja.js')).ja },
} as const

export type Language = keyof typeof languages

const isLanguage = (tag: string): tag is Language => Object.hasOwn(languages, tag)

export const languageTags: readonly Language[] = Object.keys(languages).filter(isLanguage)

/** The stored choice, else the first of the browser's languages that there is, else English. */
export function chosenLanguage(stored: string | null, asked: readonly string[]): Language {
  if (stored !== null && isLanguage(stored)) return stored
  for (const tag of asked) {
    if (isLanguage(tag)) return tag
    const lower = tag.toLowerCase()
    if (/^zh-(tw|hk|mo|hant)/.test(lower)) return 'zh-TW'
    if (lower.startsWith('zh')) return 'zh-CN'
    if (lower.startsWith('ja')) return 'ja'
    if (lower.startsWith('en')) return 'en'
  }
  return 'en'
}
