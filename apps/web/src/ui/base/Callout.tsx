import {
  IconAlertTriangle,
  IconCircleCheck,
  IconClockExclamation,
  IconInfoCircle,
  IconPlugConnectedX,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { IconType } from '../page/status/StatusBadge.tsx'
import classes from './Callout.module.css'

const icons = {
  calm: IconCircleCheck,
  info: IconInfoCircle,
  warning: IconAlertTriangle,
  danger: IconAlertTriangle,
  time: IconClockExclamation,
  offline: IconPlugConnectedX,
} as const

type Props = {
  /** `calm` is for reassurance and next steps. */
  kind?: keyof typeof icons
  /** Replaces the icon of the kind. */
  icon?: IconType
  title?: string
  children?: ReactNode
  action?: ReactNode
  /** Whether screen readers announce the message at once. */
  urgent?: boolean
}

/** A message within a page or a form: icon, text and an action. */
export function Callout({ kind = 'info', icon: Icon = icons[kind], title, children, action, urgent = false }: Props) {
  return (
    <div className={classes.note} data-kind={kind} role={urgent ? 'alert' : undefined}>
      <Icon size={20} stroke={1.75} aria-hidden />
      <div className={classes.texts}>
        {title && <p className={classes.title}>{title}</p>}
        {children && <div className={classes.text}>{children}</div>}
      </div>
      {action && <div className={classes.action}>{action}</div>}
    </div>
  )
}
