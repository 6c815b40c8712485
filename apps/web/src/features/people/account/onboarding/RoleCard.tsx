import type { IconType } from '../../../../ui/page/status/StatusBadge.tsx'
import classes from './Onboarding.module.css'

type Role = 'client' | 'therapist'
type Props = {
  icon: IconType
  title: string
  text: string
  value: Role
  chosen: Role | null
  disabled?: boolean
  onChoose: (role: Role) => void
}

/** A radio button for a role, styled as a card. */
export function RoleCard({ icon: Icon, title, text, value, chosen, disabled, onChoose }: Props) {
  return (
    <label className={classes.card} data-chosen={chosen === value || undefined} data-disabled={disabled || undefined}>
      <input
        type="radio"
        name="role"
        value={value}
        checked={chosen === value}
        disabled={disabled}
        onChange={() => onChoose(value)}
      />
      <Icon size={22} stroke={1.6} aria-hidden />
      <span>
        <strong>{title}</strong>
        <small>{text}</small>
      </span>
    </label>
  )
}
