import { Children, type ReactNode } from 'react'
import classes from './MetaList.module.css'

/** Secondary facts in one line, divided by a small dot that never begins or ends a line. Empty ones are left out. */
export function MetaList({ children, size = 13 }: { children: ReactNode; size?: 13 | 14 }) {
  return (
    <span className={classes.facts} data-size={size}>
      {Children.toArray(children)
        .filter((fact) => fact !== '')
        .map((fact, index) => (
          // The order of the facts of one line never changes.
          <span key={index} className={classes.fact}>
            {fact}
          </span>
        ))}
    </span>
  )
}
