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
  /** Whether the field gets the focus when the dialog that contains it opens. */
  focus?: boolean
}

type Entry = {
  /**
   * Returns the value that the typed text stands for, for example `YYYY-MM-DD`, or null if the text cannot be
   * understood.
   */
  parse: (typed: string) => string | null
  format: (value: string) => string
  /** The error for a text that `parse` does not understand. */
  problem: string
}

/**
 * Returns the properties of a text field for a value that a person types, such as a day. While the person types, the
 * text stays as typed. When the field loses the focus, it shows the value as formatted by `format`. If `parse` returned
 * null, it keeps the text and shows an error; `reportUnreadable` then prevents the form from being submitted.
 */
export function useTypedEntry(
  { value, onChange, onBlur, error, focus, ...rest }: EntryProps,
  { parse, format, problem }: Entry,
) {
  const [typed, setTyped] = useState<string | null>(null)
  const [checked, setChecked] = useState(false)
  const parsed = typed === null ? null : parse(typed)
  // If `value` was changed in another way, for example in a calendar, it replaces the typed text.
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

/**
 * Returns whether a field of the form contains a text that it does not understand. If so, shows the error of the first
 * such field and focuses this field.
 */
export function reportUnreadable(form: HTMLFormElement): boolean {
  const field = form.querySelector<HTMLElement>('[data-unreadable]')
  // Leaving the field shows its error.
  field?.blur()
  field?.focus()
  return field !== null
}
