import type { Block } from '@attune/contract/common/rich-text/rich-text'
import { useCallback, useEffect, useState } from 'react'
import type { AutosavedText } from '../../../../platform/autosave/autosave-types.ts'
import type { SavedValuePhase } from '../../../../platform/autosave/saved-value.states.ts'

/** The functions of the page for a part that is being edited. */
export type OpenPart = {
  autosave: AutosavedText
  insertAtEnd: (blocks: readonly Block[]) => void
  focus: () => void
}

export type OpenPartState = { isFilled: boolean; phase: SavedValuePhase }

/**
 * Returns the editors and the states of the parts that are being edited, each by the key of its part, and the functions `register`, `report` and
 * `leave`, with which a part adds, updates and removes its editor. `active` is the key of the part that had the focus last. Only this part shows its
 * tools.
 */
export function useOpenParts() {
  const [editors] = useState(() => new Map<string, OpenPart>())
  const [states, setStates] = useState<Readonly<Record<string, OpenPartState>>>({})
  const [active, activate] = useState<string | null>(null)
  const register = useCallback(
    (key: string, editor: OpenPart) => {
      editors.set(key, editor)
    },
    [editors],
  )
  const report = useCallback((key: string, state: OpenPartState) => setStates((all) => ({ ...all, [key]: state })), [])
  const leave = useCallback(
    (key: string) => {
      editors.delete(key)
      setStates((all) => Object.fromEntries(Object.entries(all).filter(([other]) => other !== key)))
    },
    [editors],
  )
  return { editors, states, register, report, leave, active, activate }
}

export type OpenParts = ReturnType<typeof useOpenParts>

/** Keeps the editor of a part, and its state, in `OpenParts` while the editor is shown. */
export function useReportedPart({ register, report, leave }: OpenParts, key: string, editor: OpenPart & OpenPartState) {
  const { isFilled, phase } = editor
  // The functions of the editor belong to the latest rendering.
  useEffect(() => register(key, editor))
  useEffect(() => report(key, { isFilled, phase }), [report, key, isFilled, phase])
  useEffect(() => () => leave(key), [leave, key])
}
