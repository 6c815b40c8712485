import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { parseTimeOfDay } from './time-of-day.ts'
import classes from './timetable.module.css'

type Props = {
  label: string
  value: string
  /** The end of a range: midnight is 24:00. */
  end?: boolean
  /** The id of the element with the error text. */
  wrong?: string
  onChange: (value: string) => void
  fieldRef?: (field: HTMLInputElement | null) => void
}

/** A time of day, typed as `830` or `8.30` and completed to `08:30` on blur. No error is shown while typing. */
export function TimeField({ label, value, end = false, wrong, onChange, fieldRef }: Props) {
  const [typing, setTyping] = useState(false)
  return (
    <TextInput
      ref={fieldRef}
      aria-label={label}
      className={classes.time}
      inputMode="numeric"
      autoComplete="off"
      placeholder="00:00"
      maxLength={7}
      value={value}
      error={Boolean(wrong) && !typing}
      withErrorStyles
      aria-describedby={wrong}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => {
        setTyping(true)
        onChange(event.currentTarget.value)
      }}
      onBlur={() => {
        setTyping(false)
        const time = parseTimeOfDay(value, end)
        if (time && time !== value) onChange(time)
      }}
    />
  )
}
