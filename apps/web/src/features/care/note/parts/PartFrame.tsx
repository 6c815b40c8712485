import type { ReactNode } from 'react'
import classes from './parts.module.css'
import { partElementId, type ShownNotePart } from './shown-parts.ts'

type Props = {
  shown: Pick<ShownNotePart, 'key' | 'title'>
  hint?: ReactNode
  state?: ReactNode
  children?: ReactNode
  /** Whether the tools of the part are visible. */
  isActive?: boolean
  onFocus?: () => void
}

/** A part of a note below its title. The list of parts moves the focus here if the part has no field. */
export function PartFrame({ shown: { key, title }, hint, state, children, isActive = false, onFocus }: Props) {
  const id = partElementId(key)
  return (
    <section
      id={id}
      className={classes.part}
      tabIndex={-1}
      aria-labelledby={`${id}-title`}
      data-active={isActive || undefined}
      onFocus={onFocus}
    >
      <div className={classes.head}>
        <h3 id={`${id}-title`}>
          {title} {hint && <span className={classes.hint}>{hint}</span>}
        </h3>
        {state}
      </div>
      {children}
    </section>
  )
}
