import { Switch } from '@mantine/core'
import { RecurrenceFields, type RecurrenceFieldsProps } from './RecurrenceFields.tsx'

type Props = RecurrenceFieldsProps & {
  label: string
  on: boolean
  disabled?: boolean
  onSwitch: (on: boolean) => void
}

/** A switch that says whether something repeats or gets another rule, and the fields of the rule while it is on. */
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
