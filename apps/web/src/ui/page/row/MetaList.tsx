import { Children, type ReactNode } from 'react'
import classes from './MetaList.module.css'

/** Secondary facts in one line, separated by small dots. No dot is at the start or end of a line. Empty facts are omitted. */
export function MetaList({ children, size = 13 }: { children: ReactNode; size?: 13 | 14 }) {
  return (
    <span className={classes.facts} data-size={size}>
      {Children.toArray(children)
        .filter((fact) => fact !== '')
        .map((fact, index) => (
          // The index is the key, because the order of the facts never changes.
          <span key={index} className={classes.fact}>
            {fact}
          </span>
        ))}
    </span>
  )
}
