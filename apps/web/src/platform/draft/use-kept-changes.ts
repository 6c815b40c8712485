import { useEffect, useRef } from 'react'

type OpenForm<T extends object> = { value: T; sent: (now: T, rest: T) => void }

/**
 * Returns a function for a form that stays open after a save. It takes the value that was sent, and the saved one. What was changed in the meantime
 * stays in the form, as a draft.
 */
export function useKeptChanges<T extends object>(draft: OpenForm<T>) {
  const latest = useRef(draft)
  useEffect(() => {
    latest.current = draft
  })
  return (sent: T, saved: T) => {
    const { value, sent: keep } = latest.current
    keep(saved, withChanges(saved, sent, value))
  }
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Returns the saved value with the fields in which `value` differs from the sent one. */
function withChanges<T extends object>(saved: T, sent: T, value: T): T {
  const changed = (Object.keys(value) as (keyof T)[]).filter((field) => !same(value[field], sent[field]))
  return { ...saved, ...Object.fromEntries(changed.map((field) => [field, value[field]])) }
}
