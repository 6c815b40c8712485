import type { ReactNode } from 'react'
import type { IconType } from './Mark.tsx'
import classes from './form.module.css'

/** A quiet tinted note: what is safe, what happens next. */
export function Assurance({ icon: Icon, children }: { icon: IconType; children: ReactNode }) {
  return (
    <div className={classes.note}>
      <Icon size={20} stroke={1.75} aria-hidden />
      <div>{children}</div>
    </div>
  )
}
