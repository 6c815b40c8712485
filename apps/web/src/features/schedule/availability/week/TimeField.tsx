import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { parseTimeEntry } from '../../../../ui/input/time-entry.ts'
import classes from '../timetable/timetable.module.css'

type Props = {
  label: string
  value: string
  /** Whether the field is the end of a range, where midnight is 24:00. */
  end?: boolean
  /** The id of the element with the error text. Absent when the time is valid. */
  wrong?: string
  onChange: (value: string) => void
  fieldRef?: (field: HTMLInputElement | null) => void
}

/** A field for a time of day. Completes `830` or `8.30` to `08:30` on blur. Shows no error while the person types. */
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
      maxLength={10}
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
        const time = parseTimeEntry(value, end)
        if (time && time !== value) onChange(time)
      }}
    />
  )
}
