import type { ComponentType, ReactNode } from 'react'
import classes from './StatusBadge.module.css'

export type StatusTone = 'quiet' | 'success' | 'info' | 'warning' | 'danger'
export type IconType = ComponentType<{ size?: number | string; stroke?: number | string; 'aria-hidden'?: boolean }>

/** A status as icon and word. The expected status has the tone `quiet`; exceptions have a color. */
export function StatusBadge({
  icon: Icon,
  tone = 'quiet',
  children,
}: {
  icon: IconType
  tone?: StatusTone
  children: ReactNode
}) {
  return (
    <span className={classes.mark} data-tone={tone}>
      <Icon size={16} stroke={1.75} aria-hidden />
      <span>{children}</span>
    </span>
  )
}
