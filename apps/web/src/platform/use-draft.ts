import { useEffect, useState, useSyncExternalStore } from 'react'
import { drafts } from './drafts.ts'
import { holdUnsaved } from './unsaved.ts'

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
const newWriter = (): string => crypto.randomUUID()

/**
 * What is being written in a form, kept in this browser for this account until it is sent: a reload, a crash, a lost
 * login take nothing.
 * @param name names the form and what it is about, by ids alone
 */
export function useDraft<T extends object>(name: string, fresh: () => T) {
  const [at, setAt] = useState(() => {
    const [found] = drafts.versions(name)
    const start = fresh()
    // Changed once, it is a version of its own; until then it is the one that was found.
    return { start, writer: newWriter(), value: (found?.value ?? start) as T, found, restored: found !== undefined }
  })
  const stored = useSyncExternalStore(drafts.subscribe, drafts.stored)
  const { writer, found, start, value } = at
  const dirty = !same(value, start)
  const from = found?.writer
  useEffect(
    () => (dirty ? holdUnsaved(() => drafts.drop(name, from ? [writer, from] : [writer])) : undefined),
    [dirty, name, writer, from],
  )
  const drop = () => drafts.drop(name, from ? [writer, from] : [writer])
  const sent = (now: T, rest: T, as = name) => {
    drop()
    const next = newWriter()
    if (!same(rest, now)) drafts.keep(as, next, rest)
    setAt({ start: now, writer: next, value: rest, found: undefined, restored: false })
  }
  const other = at.restored
    ? drafts.versions(name).find((one) => one.writer !== writer && one.writer !== from && !same(one.value, value))
    : undefined
  return {
    value,
    /** Something is written here that was not sent. */
    dirty,
    /** It began with what was found when the form was opened. */
    restored: at.restored && dirty,
    /** Whether it outlives the page. */
    stored,
    /** Another tab wrote something else under this name: when, and how to see it; what is shown now is the other then. */
    other: other && {
      at: other.at,
      show: () => setAt({ ...at, writer: newWriter(), found: other, value: other.value as T }),
    },
    change: (next: T) => {
      if (same(next, start)) drop()
      else drafts.keep(name, writer, next, from ? [from] : [])
      setAt({ ...at, found: undefined, value: next })
    },
    /** Throws away what was found; the form is as if it had just been opened. */
    anew: () => {
      drop()
      setAt({ ...at, writer: newWriter(), value: start, found: undefined, restored: false })
    },
    /** It was sent or thrown away; a form that stays begins anew with what it says now. */
    forget: (now: T = value) => sent(now, now),
    /** It was sent and stands as `now`; `rest` is what was written since, kept from here on under `as`. */
    sent,
  }
}

/** What a form needs that only looks at its draft. */
export type Draft = Omit<ReturnType<typeof useDraft>, 'value' | 'change' | 'forget' | 'sent'> & { forget: () => void }
