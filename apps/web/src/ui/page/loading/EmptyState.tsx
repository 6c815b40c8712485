import type { ReactNode } from 'react'
import classes from './EmptyState.module.css'
import type { IconType } from '../status/StatusBadge.tsx'

/** Shows that a list or a page is empty, the reason, and one action. */
export function EmptyState(props: {
  icon: IconType
  title: string
  text?: ReactNode
  children?: ReactNode
  level?: 'h1' | 'h2' | 'h3'
}) {
  const { icon: Icon, title, text, children, level: Heading = 'h2' } = props
  return (
    <div className={classes.empty}>
      <span className={classes.icon}>
        <Icon size={24} stroke={1.6} aria-hidden />
      </span>
      <Heading className={classes.title}>{title}</Heading>
      {text && <p className={classes.text}>{text}</p>}
      {children && <div className={classes.action}>{children}</div>}
    </div>
  )
}
