import { useEffect, useState, useSyncExternalStore } from 'react'
import { drafts } from './drafts.ts'
import { registerUnsaved } from './unsaved.ts'

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
const newWriter = (): string => crypto.randomUUID()

/** Returns the stored draft of a form, or its initial value. A change to a restored version is saved as a new version. */
function openDraft<T extends object>(name: string, fresh: () => T) {
  const [found] = drafts.versions(name)
  const start = fresh()
  return { start, writer: newWriter(), value: (found?.value ?? start) as T, found, restored: found !== undefined }
}

type Version = { writer: string; from: string | undefined; value: unknown }

/** Returns a stored version of a draft that is neither this one nor the one that it was restored from; undefined if there is none. */
const findOtherVersion = (name: string, { writer, from, value }: Version) =>
  drafts.versions(name).find((each) => each.writer !== writer && each.writer !== from && !same(each.value, value))

/** Registers the draft as unsaved text while it is dirty. */
function useUnsavedDraft(dirty: boolean, name: string, writer: string, from: string | undefined): void {
  useEffect(
    () => (dirty ? registerUnsaved(() => drafts.discard(name, from ? [writer, from] : [writer])) : undefined),
    [dirty, name, writer, from],
  )
}

/**
 * Returns the value of a form and functions that change, send or discard it. The value is stored in this browser for this account until the form is
 * sent, so that it survives a reload, a crash and the end of the login.
 * @param name the name of the form and of its subject; contains ids only
 */
export function useDraft<T extends object>(name: string, fresh: () => T) {
  const [at, setAt] = useState(() => openDraft(name, fresh))
  const stored = useSyncExternalStore(drafts.subscribe, drafts.isPersistent)
  const { writer, found, start, value } = at
  const dirty = !same(value, start)
  const from = found?.writer
  useUnsavedDraft(dirty, name, writer, from)
  const drop = () => drafts.discard(name, from ? [writer, from] : [writer])
  const sent = (now: T, rest: T, as = name) => {
    drop()
    const next = newWriter()
    if (!same(rest, now)) drafts.save(as, next, rest)
    setAt({ start: now, writer: next, value: rest, found: undefined, restored: false })
  }
  const other = at.restored ? findOtherVersion(name, { writer, from, value }) : undefined
  return {
    value,
    /** Whether the value differs from the initial value of the form. */
    dirty,
    /** Whether the form was opened with a stored draft and its value still differs from the initial value. */
    restored: at.restored && dirty,
    /** Whether the draft is stored in the browser and not only in the memory of this page. */
    stored,
    /** Another version of this draft, for example from another tab: its time in milliseconds, and a function that shows it in the form. */
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
    /**
     * Deletes the stored draft. Call this function after the form was sent or discarded. If the form stays open, the
     * value `now` is its new initial value.
     */
    forget: (now: T = value) => sent(now, now),
    /**
     * Call this function after the form was saved with the value `now`. `rest` is the form's current value. If it
     * differs from `now`, `rest` is stored as a draft with the name `as`.
     */
    sent,
  }
}

/** The part of a form's draft that does not depend on its value. */
export type FormDraft = Omit<ReturnType<typeof useDraft>, 'value' | 'change' | 'forget' | 'sent'> & {
  forget: () => void
}

type DraftValue<Value> = { value: Value; change: (next: Value) => void }
type Save = { error: unknown; reset: () => void }

/**
 * Returns the problems of a form with a draft. `change` changes parts of the draft, and clears the problems and the error of the last save. `check`
 * shows the given problems, and returns whether there are none.
 */
export function useForm<Value extends object, Problems extends object>(draft: DraftValue<Value>, save?: Save) {
  const [problems, setProblems] = useState<Problems>({} as Problems)
  const change = (part: Partial<Value>) => {
    draft.change({ ...draft.value, ...part })
    setProblems({} as Problems)
    if (save?.error) save.reset()
  }
  const check = (found: Problems) => {
    setProblems(found)
    return Object.keys(found).length === 0
  }
  return { problems, change, check }
}
