import { Fragment, type ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import { Menu } from '../parts/menu.js'
import { useTexts } from '../texts/use-texts.js'

interface Place {
  readonly label: string
  readonly path: string
}

/** One step of the path to what is shown, with the places beside it. */
export interface Step {
  readonly label: string
  readonly siblings: readonly Place[]
}

/** What is shown. Views of one thing are few, and shown as links where there is room. */
export interface Here extends Step {
  readonly areViews?: boolean
}

/** Where the person is: each step is a menu of its siblings, the last one is here. */
export function PathHeader({
  steps,
  here,
  end,
}: {
  steps: readonly Step[]
  here: Here
  end?: ReactNode
}) {
  return (
    <header className="path">
      {steps.map((step, at) => (
        <Fragment key={step.label}>
          {at > 0 && <Slash />}
          <StepPlace {...step} />
        </Fragment>
      ))}
      {here.areViews === true ? (
        <>
          <span className="narrow-only">
            <Slash />
            <StepMenu {...here} />
          </span>
          <Views {...here} />
        </>
      ) : (
        <>
          {steps.length > 0 && <Slash />}
          {here.siblings.length > 1 ? (
            <StepMenu {...here} />
          ) : (
            <span className="here" title={here.label}>
              {here.label}
            </span>
          )}
        </>
      )}
      {end}
    </header>
  )
}

const Slash = () => (
  <span className="step" aria-hidden="true">
    /
  </span>
)

/** A step with one place only leads there at once. */
function StepPlace(step: Step) {
  const [only, second] = step.siblings
  if (only === undefined || second !== undefined) return <StepMenu {...step} />
  return (
    <Link className="button plain" href={only.path} title={step.label}>
      <span className="ellipsis">{step.label}</span>
    </Link>
  )
}

function StepMenu({ label, siblings }: Step) {
  const [, navigate] = useLocation()
  const items = siblings.map((sibling) => ({
    id: sibling.path,
    label: sibling.label,
    isCurrent: sibling.label === label,
    choose: () => navigate(sibling.path),
  }))
  return (
    <Menu items={items}>
      <span className="ellipsis" title={label}>
        {label}
      </span>
      <svg viewBox="0 0 8 8" className="menu-mark" aria-hidden="true">
        <path d="M1 2.5 4 5.5 7 2.5" />
      </svg>
    </Menu>
  )
}

function Views({ label, siblings }: Here) {
  const texts = useTexts()
  return (
    <nav className="views" aria-label={texts.rail.views}>
      {siblings.map((view) => (
        <Link
          key={view.path}
          href={view.path}
          aria-current={view.label === label ? 'page' : undefined}
        >
          {view.label}
        </Link>
      ))}
    </nav>
  )
}
