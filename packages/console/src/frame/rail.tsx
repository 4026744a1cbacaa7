import { Link, useLocation } from 'wouter'
import { useSigned } from '../gate/use-gate.js'
import { Menu } from '../parts/menu.js'
import { languageTags, languages } from '../texts/languages.js'
import { useReading } from '../texts/use-texts.js'
import { themes, useTheme } from './theme.js'

/** The places of an instance, and at its end what belongs to the person. */
export function Rail({ instance }: { instance: string | undefined }) {
  const { texts } = useReading()
  const [location] = useLocation()
  const base = `/${encodeURIComponent(instance ?? '')}`
  const places =
    instance === undefined ? [] : [{ path: `${base}/tables`, label: texts.rail.tables }]
  return (
    <div className="rail">
      <Link href="/" className="brand">
        <img src="icon.svg" alt="" />
        <span>Rowhouse</span>
      </Link>
      <nav aria-label={texts.rail.name}>
        {places.map(({ path, label }) => (
          <Link
            key={path}
            href={path}
            aria-current={location.startsWith(path) ? 'page' : undefined}
          >
            {label}
          </Link>
        ))}
      </nav>
      <Person />
    </div>
  )
}

function Person() {
  const { texts, language, setLanguage } = useReading()
  const [theme, setTheme] = useTheme()
  const { session, signOut } = useSigned()
  const themeNames = {
    system: texts.rail.themeSystem,
    light: texts.rail.themeLight,
    dark: texts.rail.themeDark,
  }
  const who = session.keyId ?? texts.rail.operator
  return (
    <div className="person">
      <Menu
        label={texts.rail.languages}
        opensUp
        items={languageTags.map((tag) => ({
          id: tag,
          label: languages[tag].label,
          isCurrent: tag === language,
          choose: () => setLanguage(tag),
        }))}
      >
        {languages[language].label}
      </Menu>
      <Menu
        label={texts.rail.theme}
        opensUp
        items={themes.map((id) => ({
          id,
          label: themeNames[id],
          isCurrent: id === theme,
          choose: () => setTheme(id),
        }))}
      >
        {themeNames[theme]}
      </Menu>
      <Menu
        label={texts.rail.person}
        opensUp
        items={[{ id: 'out', label: texts.rail.signOut, choose: signOut }]}
      >
        <span className="ellipsis">{who}</span>
        {session.access === 'read-only' && <span className="quiet">({texts.rail.readOnly})</span>}
      </Menu>
    </div>
  )
}
