import { useState } from 'react'
import type { SettingOutcome } from './SettingRow.tsx'

/**
 * Stores which of several settings was changed last. `outcome` returns the outcome of saving for that setting, and null
 * for all others.
 */
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
