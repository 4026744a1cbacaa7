import { Fragment, type ReactNode } from 'react'
import { useLocation } from 'wouter'
import { Menu } from '../parts/menu.js'

/** One step of the path to what is shown, with the places beside it. */
export interface Step {
  readonly label: string
  readonly siblings: readonly { readonly label: string; readonly path: string }[]
}

/** Where the person is: each step is a menu of its siblings, the last one is here. */
export function PathHeader({
  steps,
  here,
  end,
}: {
  steps: readonly Step[]
  here: Step
  end?: ReactNode
}) {
  return (
    <header className="path">
      {steps.map(({ label, siblings }) => (
        <Fragment key={label}>
          <StepMenu label={label} siblings={siblings} />
          <span className="step" aria-hidden="true">
            /
          </span>
        </Fragment>
      ))}
      {here.siblings.length > 1 ? (
        <StepMenu {...here} />
      ) : (
        <span className="here" title={here.label}>
          {here.label}
        </span>
      )}
      {end}
    </header>
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
    </Menu>
  )
}
