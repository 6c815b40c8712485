import { useEffect, useState, useSyncExternalStore } from 'react'
import { drafts } from './drafts.ts'
import { registerUnsaved } from './unsaved.ts'

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
const newWriter = (): string => crypto.randomUUID()

/**
 * The value of a form, stored in this browser for this account until it is sent, so that a reload, a crash or a lost
 * login loses nothing.
 * @param name identifies the form and its subject, by ids only
 */
export function useDraft<T extends object>(name: string, fresh: () => T) {
  const [at, setAt] = useState(() => {
    const [found] = drafts.versions(name)
    const start = fresh()
    // The first change to a restored version is saved as a new version.
    return { start, writer: newWriter(), value: (found?.value ?? start) as T, found, restored: found !== undefined }
  })
  const stored = useSyncExternalStore(drafts.subscribe, drafts.isPersistent)
  const { writer, found, start, value } = at
  const dirty = !same(value, start)
  const from = found?.writer
  useEffect(
    () => (dirty ? registerUnsaved(() => drafts.discard(name, from ? [writer, from] : [writer])) : undefined),
    [dirty, name, writer, from],
  )
  const drop = () => drafts.discard(name, from ? [writer, from] : [writer])
  const sent = (now: T, rest: T, as = name) => {
    drop()
    const next = newWriter()
    if (!same(rest, now)) drafts.save(as, next, rest)
    setAt({ start: now, writer: next, value: rest, found: undefined, restored: false })
  }
  const other = at.restored
    ? drafts.versions(name).find((one) => one.writer !== writer && one.writer !== from && !same(one.value, value))
    : undefined
  return {
    value,
    /** Whether the value differs from the start. */
    dirty,
    /** Whether the form was opened with a stored draft that has not been sent. */
    restored: at.restored && dirty,
    /** Whether the draft is stored beyond this page. */
    stored,
    /** Another version of this draft, from another tab: its time, and a function that shows it in place of this one. */
    other: other && {
      at: other.at,
      show: () => setAt({ ...at, writer: newWriter(), found: other, value: other.value as T }),
    },
    change: (next: T) => {
      if (same(next, start)) drop()
      else drafts.save(name, writer, next, from ? [from] : [])
      setAt({ ...at, found: undefined, value: next })
    },
    /** Discards the restored draft and resets the form. */
    startOver: () => {
      drop()
      setAt({ ...at, writer: newWriter(), value: start, found: undefined, restored: false })
    },
    /** Call it after the form was sent or discarded. A form that stays open starts from its current value. */
    forget: (now: T = value) => sent(now, now),
    /**
     * Call it after the form was saved as `now`. `rest` is the form's current value. If it differs from `now`, it is
     * stored as a draft with the name `as`.
     */
    sent,
  }
}

/** The part of a form's draft that does not depend on its value. */
export type FormDraft = Omit<ReturnType<typeof useDraft>, 'value' | 'change' | 'forget' | 'sent'> & {
  forget: () => void
}
