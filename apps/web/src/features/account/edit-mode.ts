import { useReducer } from 'react'

/** Two booleans [3.17]: whether the profile is being edited, and whether a change of the password waits to be finished. */
export type EditMode = { editing: boolean; passwordPending: boolean }
export type EditDeed = 'edit' | 'done' | 'password-begun' | 'password-ended'

export const atRest: EditMode = { editing: false, passwordPending: false }

/** The password is changed beside the profile, not as part of it: each ends by itself. */
export function editStep(mode: EditMode, deed: EditDeed): EditMode {
  if (deed === 'edit' || deed === 'done') return { ...mode, editing: deed === 'edit' }
  return { ...mode, passwordPending: deed === 'password-begun' }
}

export const useEditMode = () => useReducer(editStep, atRest)
