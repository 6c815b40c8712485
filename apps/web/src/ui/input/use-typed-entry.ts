import { useState, type ReactNode } from 'react'

/** The properties of a text field for a typed value, such as a day. */
export type EntryProps = {
  label?: ReactNode
  /** The name for screen readers, if the page shows a label elsewhere. */
  'aria-label'?: string
  /** The width, in pixels. */
  w?: number
  size?: 'md'
  descriptionProps?: { size: 'sm' }
  onBlur?: () => void
  /** The parsed value, for example `YYYY-MM-DD`; empty if there is none. */
  value: string
  /** Called with the parsed value, or an empty text if the typed text is not valid. */
  onChange: (value: string) => void
  description?: ReactNode
  error?: ReactNode
  required?: boolean
  disabled?: boolean
  /** Whether the field gets the focus when the dialog that contains it opens. */
  focus?: boolean
}

type Entry = {
  /** Parses the typed text. Returns the value, for example `YYYY-MM-DD`, or null if the text is not valid. */
  parse: (typed: string) => string | null
  format: (value: string) => string
  /** The error message for a text for which `parse` returns null. */
  problem: string
}

/**
 * Returns the properties of a text field for a typed value, such as a day. The text stays as typed while the field has
 * the focus, and is then replaced by the result of `format`. If `parse` returned null, the text stays and the field
 * shows an error. `reportUnreadable` prevents the form from being submitted in that case.
 */
export function useTypedEntry(
  { value, onChange, onBlur, error, focus, ...rest }: EntryProps,
  { parse, format, problem }: Entry,
) {
  const [typed, setTyped] = useState<string | null>(null)
  const [checked, setChecked] = useState(false)
  const parsed = typed === null ? null : parse(typed)
  // If `value` was changed in another way, for example in a calendar, `value` replaces the typed text.
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
 * Returns whether a field of the form contains a text that cannot be parsed. If so, shows the error of the first such
 * field and focuses it.
 */
export function reportUnreadable(form: HTMLFormElement): boolean {
  const field = form.querySelector<HTMLElement>('[data-unreadable]')
  // Leaving the field shows its error.
  field?.blur()
  field?.focus()
  return field !== null
}
