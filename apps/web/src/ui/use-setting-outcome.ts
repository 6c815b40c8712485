import { useState } from 'react'
import type { SettingOutcome } from './SettingRow.tsx'

/** Which of several settings was changed last, and how saving it went, for the row of each setting. */
export function useSettingOutcome<Name extends string>(save: {
  isIdle: boolean
  isPending: boolean
  isError: boolean
}) {
  const [last, setLast] = useState<Name | null>(null)
  const outcome = (name: Name): SettingOutcome => {
    if (last !== name || save.isIdle) return null
    if (save.isPending) return 'saving'
    return save.isError ? 'notSaved' : 'saved'
  }
  return { outcome, setLast }
}
