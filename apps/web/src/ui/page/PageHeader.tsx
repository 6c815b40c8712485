import { useEffect, type ReactNode } from 'react'
import classes from './PageHeader.module.css'

type PageHeaderProps = {
  title: string
  /** A few words in small type beside the title. */
  beside?: ReactNode
  /** The line below the title. */
  facts?: ReactNode
  avatar?: ReactNode
  /** The buttons beside the title. */
  actions?: ReactNode
  /** A menu at the end of the title's line. On a phone, the actions are below it. */
  menu?: ReactNode
}

/** The title of a page, with facts below it and actions beside it. */
export function PageHeader({ title, beside, facts, avatar, actions, menu }: PageHeaderProps) {
  useEffect(() => {
    document.title = `${title} · Attune`
  }, [title])
  return (
    <div className={classes.head}>
      {avatar}
      <div className={classes.texts}>
        <div className={classes.line}>
          <h1 className={classes.title}>{title}</h1>
          {beside && <span className={classes.beside}>{beside}</span>}
        </div>
        {facts && <div className={classes.facts}>{facts}</div>}
      </div>
      {menu && <div className={classes.menu}>{menu}</div>}
      {actions && <div className={classes.actions}>{actions}</div>}
    </div>
  )
}

/**
 * Two columns: the main part, and a column of 344 px for actions and details. `last` is below the main part. On small screens, there is one column
 * with `last` at the end. With `waits`, the main part is still loading and would push down the parts below it, so those are hidden: `last`, and on
 * small screens also the side. With `sideFirst`, the side is above the main part on small screens.
 */
export function PageColumns(props: {
  main: ReactNode
  side: ReactNode
  last?: ReactNode
  waits?: boolean
  sideFirst?: boolean
}) {
  const { main, side, last, waits = false, sideFirst = false } = props
  return (
    <div className={classes.columns}>
      <div className={`${classes.stack} ${classes.main}`} data-waits={waits || undefined}>
        {main}
      </div>
      <div className={`${classes.stack} ${classes.side}`} data-first={sideFirst || undefined}>
        {side}
      </div>
      {last && <div className={classes.last}>{last}</div>}
    </div>
  )
}
