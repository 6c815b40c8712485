import { useState, type ReactNode } from 'react'

export type EntryProps = {
  label?: ReactNode
  /** The name for screen readers where the page shows a label elsewhere. */
  'aria-label'?: string
  w?: number
  onBlur?: () => void
  value: string
  onChange: (value: string) => void
  description?: ReactNode
  error?: ReactNode
  required?: boolean
  disabled?: boolean
  /** Whether the field gets the focus when its dialog opens. */
  focus?: boolean
}

type Entry = {
  /** Returns the value of the typed text, or null if the text is no value. */
  parse: (typed: string) => string | null
  format: (value: string) => string
  /** The error for a text that is no value. */
  problem: string
}

/**
 * Returns the properties of a text field whose text stands for a value. While a person types, the text stays as typed. When the field
 * loses the focus, it shows the value in its usual format, or keeps a text that is no value and shows an error. `reportUnreadable` keeps a
 * form from being submitted with such a text.
 */
export function useTypedEntry(
  { value, onChange, onBlur, error, focus, ...rest }: EntryProps,
  { parse, format, problem }: Entry,
) {
  const [typed, setTyped] = useState<string | null>(null)
  const [checked, setChecked] = useState(false)
  const parsed = typed === null ? null : parse(typed)
  // A value that did not come from this text, e.g. from a calendar, replaces the text.
  const current = typed !== null && (parsed ?? '') === value ? typed : null
  const invalid = current !== null && current.trim() !== '' && parsed === null
  return {
    ...rest,
    value: current ?? (value && format(value)),
    error: invalid && checked ? problem : error,
    autoComplete: 'off',
    'data-autofocus': focus || undefined,
    'data-unreadable': invalid || undefined,
    onChange: (event: { currentTarget: { value: string } }) => {
      const text = event.currentTarget.value
      setTyped(text)
      const next = parse(text)
      if (next !== null) setChecked(false)
      onChange(next ?? '')
    },
    onBlur: () => {
      setChecked(invalid)
      if (!invalid) setTyped(null)
      onBlur?.()
    },
  }
}

/** Whether a field of the form contains a text that is no value. If so, shows the error of the first such field and focuses it. */
export function reportUnreadable(form: HTMLFormElement): boolean {
  const field = form.querySelector<HTMLElement>('[data-unreadable]')
  // Leaving the field shows its error.
  field?.blur()
  field?.focus()
  return field !== null
}
