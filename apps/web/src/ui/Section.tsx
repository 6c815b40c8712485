import { useId, type ReactNode } from 'react'
import classes from './Section.module.css'

type Props = {
  title: ReactNode
  count?: number
  hint?: ReactNode
  action?: ReactNode
  /** Rows reach from edge to edge; else the content has the card's inset. */
  rows?: boolean
  tint?: 'now' | 'answer'
  children: ReactNode
}

/** A white card with one hairline and a title. `tint`: sage means now or mine, amber means answer me; at most one of each per view. */
export function Section({ title, count, hint, action, rows = false, tint, children }: Props) {
  const id = useId()
  return (
    <section className={classes.card} data-tint={tint} aria-labelledby={id}>
      <div className={classes.head}>
        <div className={classes.words}>
          <h2 id={id} className={classes.title}>
            {title}
            {count ? <span className={classes.count}> {count}</span> : null}
          </h2>
          {hint && <div className={classes.hint}>{hint}</div>}
        </div>
        {action}
      </div>
      <div className={rows ? classes.rows : classes.body}>{children}</div>
    </section>
  )
}

/** One row of a card, divided from the next by a hairline. `wraps`: what does not fit goes to the next line. */
export function Row({ children, wraps = false }: { children: ReactNode; wraps?: boolean }) {
  return (
    <div className={classes.row} data-wraps={wraps || undefined}>
      {children}
    </div>
  )
}

/** Name and value pairs, the names in one column. */
export function Pairs({ of }: { of: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className={classes.pairs}>
      {of.map(([name, value]) => (
        <div key={name} className={classes.pair}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** A card without a title, for a list that the page's own title names. */
export function Panel({ children }: { children: ReactNode }) {
  return <div className={classes.card}>{children}</div>
}
