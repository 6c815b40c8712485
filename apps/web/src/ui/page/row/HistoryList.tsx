import type { ReactNode } from 'react'
import classes from './HistoryList.module.css'

type Step = {
  id: string
  text: ReactNode
  /** Details, below the text. */
  more?: ReactNode
  /** The time in ISO 8601. */
  at: string
  /** The time as it is shown. */
  when: string
}

/** A history, latest first: each step with its text, details and time. */
export function HistoryList({ of }: { of: readonly Step[] }) {
  return (
    <ol className={classes.line}>
      {of.map(({ id, text, more, at, when }) => (
        <li key={id} className={classes.step}>
          <div className={classes.texts}>{text}</div>
          {more && <div className={classes.quiet}>{more}</div>}
          <time className={classes.quiet} dateTime={at}>
            {when}
          </time>
        </li>
      ))}
    </ol>
  )
}
