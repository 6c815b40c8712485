import { Switch } from '@mantine/core'
import { RecurrenceFields, type RecurrenceFieldsProps } from './RecurrenceFields.tsx'

type Props = RecurrenceFieldsProps & {
  label: string
  on: boolean
  disabled?: boolean
  onSwitch: (on: boolean) => void
}

/** Renders a switch that turns recurrence on, and the fields of the recurrence rule while the switch is on. */
export function RecurrenceSection({ label, on, disabled = false, onSwitch, ...fields }: Props) {
  return (
    <>
      <Switch
        label={label}
        checked={on}
        disabled={disabled}
        onChange={(event) => onSwitch(event.currentTarget.checked)}
      />
      {on && <RecurrenceFields {...fields} />}
    </>
  )
}
