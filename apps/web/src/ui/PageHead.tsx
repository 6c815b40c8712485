import { useEffect, type ReactNode } from 'react'
import classes from './PageHead.module.css'

/** The title of a page says what it is about; below it the facts of one line, beside it what may be done. */
export function PageHead(props: { title: string; facts?: ReactNode; avatar?: ReactNode; actions?: ReactNode }) {
  const { title, facts, avatar, actions } = props
  useEffect(() => {
    document.title = `${title} · Attune`
  }, [title])
  return (
    <div className={classes.head}>
      {avatar}
      <div className={classes.words}>
        <h1 className={classes.title}>{title}</h1>
        {facts && <div className={classes.facts}>{facts}</div>}
      </div>
      {actions && <div className={classes.actions}>{actions}</div>}
    </div>
  )
}

/**
 * Two columns: what the page is about, and 344 px for what is answered or looked up. One column on small screens: there
 * the side comes when nothing in the main part `waits` any more, which would push it down. `last` stands below the main part,
 * and on small screens below everything; it comes when all above it is there.
 */
export function Columns(props: { main: ReactNode; side: ReactNode; last?: ReactNode; waits?: boolean }) {
  const { main, side, last, waits = false } = props
  return (
    <div className={classes.columns}>
      <div className={`${classes.stack} ${classes.main}`} data-waits={waits || undefined}>
        {main}
      </div>
      <div className={`${classes.stack} ${classes.side}`}>{side}</div>
      {last && <div className={classes.last}>{last}</div>}
    </div>
  )
}
