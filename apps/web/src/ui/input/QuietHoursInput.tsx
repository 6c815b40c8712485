import { quietHours } from '@attune/contract/common/constants'
import { isClockTime } from '@attune/contract/common/time/time'
import { isQuietSpan } from '@attune/contract/features/messages/notification/notification.rules'
import { Switch } from '@mantine/core'
import { useState } from 'react'
import classes from './QuietHoursInput.module.css'
import { TimeInput } from './TimeInput.tsx'

/** Start and end of quiet hours, as `HH:MM`. */
type Quiet = { from: string; to: string }
type Labels = { on: string; from: string; to: string }
type Props = {
  labels: Labels
  /** Null if the quiet hours are off. */
  quiet: Quiet | null
  onChange: (quiet: Quiet | null) => void
}

/** A switch for quiet hours, and the fields for their start and end. */
export function QuietHoursInput({ labels, quiet, onChange }: Props) {
  return (
    <div className={classes.quiet}>
      <Switch
        aria-label={labels.on}
        checked={quiet !== null}
        onChange={(event) => onChange(event.currentTarget.checked ? { ...quietHours } : null)}
      />
      {quiet && <Hours key={`${quiet.from}-${quiet.to}`} labels={labels} quiet={quiet} onChange={onChange} />}
    </div>
  )
}

/** Edits start and end of the quiet hours. Saves them on blur if both are complete times and differ from each other. */
function Hours({ labels, quiet, onChange }: Props & { quiet: Quiet }) {
  const [typed, setTyped] = useState(quiet)
  const saveIfChanged = () => {
    const changed = typed.from !== quiet.from || typed.to !== quiet.to
    if (changed && isQuietSpan(typed) && isClockTime(typed.from) && isClockTime(typed.to)) onChange(typed)
  }
  const field = (name: keyof Quiet) => ({
    w: 132,
    'aria-label': labels[name],
    value: typed[name],
    onBlur: saveIfChanged,
    onChange: (time: string) => setTyped({ ...typed, [name]: time }),
  })
  return (
    <div className={classes.hours}>
      <TimeInput {...field('from')} />
      <span aria-hidden>–</span>
      <TimeInput {...field('to')} />
    </div>
  )
}
