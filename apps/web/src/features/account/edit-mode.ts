import { useReducer } from 'react'

/** Two booleans [3.17]: whether the profile is being edited, and whether a password change is pending. */
export type EditMode = { editing: boolean; passwordPending: boolean }
export type EditDeed = 'edit' | 'done' | 'password-begun' | 'password-ended'

export const atRest: EditMode = { editing: false, passwordPending: false }

/** The reducer of the edit mode. Editing the profile and changing the password are independent. */
export function editStep(mode: EditMode, deed: EditDeed): EditMode {
  if (deed === 'edit' || deed === 'done') return { ...mode, editing: deed === 'edit' }
  return { ...mode, passwordPending: deed === 'password-begun' }
}

export const useEditMode = () => useReducer(editStep, atRest)
