import { Link, useLocation } from 'wouter'
import { useSigned } from '../gate/use-gate.js'
import { bringIntoSight } from '../parts/bring-into-sight.js'
import { Menu } from '../parts/menu.js'
import {
  billPath,
  homePath,
  importPath,
  instancesPath,
  loadPath,
  operationsPath,
  samplesPath,
  serverPath,
  tablesPath,
} from './paths.js'
import { languageTags, languages } from '../texts/languages.js'
import { searchPath } from '../search/search-paths.js'
import { useReading } from '../texts/use-texts.js'
import { themes, useTheme } from './theme.js'

interface Place {
  readonly path: string
  readonly label: string
  /** Another path that belongs to the place. */
  readonly also?: string
}

/** The places of an instance, and at its end what belongs to the person. */
export function Rail({ instance }: { instance: string | undefined }) {
  const { texts } = useReading()
  const [location] = useLocation()
  const { session } = useSigned()
  const ofInstance = (name: string): Place[] => [
    { path: homePath(name), label: texts.rail.home },
    { path: tablesPath(name), label: texts.rail.tables, also: importPath(name) },
    { path: searchPath(name), label: texts.rail.search },
    { path: loadPath(name), label: texts.partitions.title },
    { path: operationsPath(name), label: texts.rail.operations },
    { path: samplesPath(name), label: texts.rail.samples },
    { path: billPath(name), label: texts.rail.bill },
  ]
  const ofServer: Place[] = [
    { path: serverPath, label: texts.rail.server },
    { path: instancesPath, label: texts.rail.instances },
  ]
  const places = [
    ...(instance === undefined ? [] : ofInstance(instance)),
    ...(session.access === 'operator' ? ofServer : []),
  ]
  return (
    <div className="rail">
      <Link href="/" className="brand" aria-label="Rowhouse">
        <img src="icon.svg" alt="" />
        <span>Rowhouse</span>
      </Link>
      <nav aria-label={texts.rail.name}>
        {places.map(({ path, label, also = path }) => {
          const isHere = isAt(location, path) || isAt(location, also)
          return (
            <Link
              key={path}
              href={path}
              aria-current={isHere ? 'page' : undefined}
              ref={isHere ? bringIntoSight : undefined}
            >
              {label}
            </Link>
          )
        })}
      </nav>
      <Person />
    </div>
  )
}

/** The home of an instance is only itself; the pages of a table are places in the tables. */
const isAt = (location: string, path: string): boolean =>
  location === path || (path.lastIndexOf('/') > 0 && location.startsWith(path))

function Person() {
  const { texts, language, setLanguage } = useReading()
  const [theme, setTheme] = useTheme()
  const { session, signOut } = useSigned()
  const themeNames = {
    system: texts.rail.themeSystem,
    light: texts.rail.themeLight,
    dark: texts.rail.themeDark,
  }
  const languageItems = languageTags.map((tag) => ({
    id: tag,
    label: languages[tag].label,
    isCurrent: tag === language,
    choose: () => setLanguage(tag),
  }))
  const themeItems = themes.map((id) => ({
    id,
    label: themeNames[id],
    isCurrent: id === theme,
    choose: () => setTheme(id),
  }))
  const personItems = [{ id: 'out', label: texts.rail.signOut, choose: signOut }]
  const who = session.keyId ?? texts.rail.operator
  return (
    <>
      <div className="person wide">
        <Menu label={texts.rail.languages} opensUp items={languageItems}>
          {languages[language].label}
        </Menu>
        <Menu label={texts.rail.theme} opensUp items={themeItems}>
          {themeNames[theme]}
        </Menu>
        <Menu label={texts.rail.person} opensUp items={personItems}>
          <span className="ellipsis">{who}</span>
          {session.access === 'read-only' && <span className="quiet">({texts.rail.readOnly})</span>}
        </Menu>
      </div>
      <div className="person narrow">
        <Menu
          label={texts.rail.person}
          opensUp
          items={[...languageItems, ...themeItems, ...personItems]}
        >
          <span className="hidden-text">{who}</span>
          <svg viewBox="0 0 16 16" className="person-mark" aria-hidden="true">
            <circle cx="8" cy="5" r="3.2" />
            <path d="M2 15a6 6 0 0 1 12 0z" />
          </svg>
        </Menu>
      </div>
    </>
  )
}
