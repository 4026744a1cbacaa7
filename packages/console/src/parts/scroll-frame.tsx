import type { ReactNode } from 'react'

/** A list without controls of its own, which scrolls by the keyboard where it is too wide or too long. */
export const ScrollFrame = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="list-frame" tabIndex={0} role="group" aria-label={label}>
    {children}
  </div>
)
