import type { Session } from '@attune/contract/features/session'
import classes from './session-type.module.css'

type Props = { type: NonNullable<Session['type']> }

/** Shows a session type as its color and its name. */
export function SessionTypeLabel({ type: { name, color } }: Props) {
  return (
    <span className={classes.label}>
      <span className={classes.dot} data-color={color} aria-hidden />
      <span>{name}</span>
    </span>
  )
}
