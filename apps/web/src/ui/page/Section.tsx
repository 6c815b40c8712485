import { use, useId, type ReactNode } from 'react'
import { PageTitleContext } from './page-title.ts'
import classes from './Section.module.css'

type Props = {
  title: ReactNode
  /** Whether only assistive technology reads the title, because a tab or the page names the card. */
  hiddenTitle?: boolean
  /** A number beside the title; not shown if it is 0. */
  count?: number
  /** A line below the title. */
  hint?: ReactNode
  action?: ReactNode
  /** Whether the rows of the content reach the edges of the card. If not, the content is inset. */
  rows?: boolean
  /**
   * `now` (sage) marks content that is current or that belongs to the person. `answer` (amber) marks content that needs an answer. A page shows at
   * most one card of each tint.
   */
  tint?: 'now' | 'answer'
  /** The id that links on the page refer to. */
  anchor?: string | undefined
  children: ReactNode
}

/** A white card with a hairline and a title. */
export function Section({
  title,
  hiddenTitle = false,
  count,
  hint,
  action,
  rows = false,
  tint,
  anchor,
  children,
}: Props) {
  const id = useId()
  const isRepeated = use(PageTitleContext) === title
  return (
    <section id={anchor} className={classes.card} data-tint={tint} aria-labelledby={id}>
      <div className={classes.head} data-hidden={hiddenTitle || (isRepeated && !hint && !action) || undefined}>
        <div className={classes.texts}>
          <h2 id={id} className={classes.title} data-repeated={isRepeated || undefined}>
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

/**
 * A row of a card, divided from the next row by a hairline. With `wraps`, content that does not fit moves to the next
 * line. With `early`, it moves as soon as a long text would become narrow.
 */
export function CardRow({ children, wraps = false }: { children: ReactNode; wraps?: boolean | 'early' }) {
  return (
    <div className={classes.row} data-wraps={wraps || undefined}>
      {children}
    </div>
  )
}

/** A list of pairs of name and value, with the names in one column. */
export function DefinitionList({ of }: { of: readonly (readonly [name: string, value: ReactNode])[] }) {
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

/** A card without a title, for a list that the page title already describes. */
export function Card({ children }: { children: ReactNode }) {
  return <div className={classes.card}>{children}</div>
}
