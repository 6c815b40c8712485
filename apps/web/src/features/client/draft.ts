import { useEffect, useState } from 'react'
import { dropDraft, keepDraft, readDraft } from '../../platform/drafts.ts'

/**
 * What is being written, kept in this tab until it is sent: a reload or a lost connection takes nothing. It is gone
 * when the tab is closed, so nothing about a client stays on the machine.
 * @param key names the account and the form
 */
export function useDraft<T extends object>(key: string, fresh: () => T) {
  const [kept] = useState(() => readDraft<T>(key))
  const [value, setValue] = useState<T>(() => kept ?? fresh())
  const [dirty, setDirty] = useState(kept !== null)
  useEffect(() => {
    if (dirty) keepDraft(key, value)
  }, [dirty, key, value])
  return {
    value,
    dirty,
    /** True where the draft of before was found. */
    restored: kept !== null,
    change: (next: T) => {
      setValue(next)
      setDirty(true)
    },
    /** Forgets the draft: it was sent or thrown away. */
    forget: () => {
      dropDraft(key)
      setDirty(false)
    },
  }
}
