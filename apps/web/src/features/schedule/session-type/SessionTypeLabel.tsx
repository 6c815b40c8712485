import type { Session } from '@attune/contract/features/schedule/session/session'
import classes from './session-type.module.css'

type Props = { type: NonNullable<Session['type']> }

/** Shows the color of a session type. */
export const SessionTypeDot = ({ type: { name, color } }: Props) => (
  <span className={classes.dot} data-color={color} title={name} aria-hidden />
)

/** Shows a session type as its color and its name. */
export function SessionTypeLabel({ type }: Props) {
  return (
    <span className={classes.label}>
      <SessionTypeDot type={type} />
      <span>{type.name}</span>
    </span>
  )
}
