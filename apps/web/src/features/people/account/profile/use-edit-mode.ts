import { useReducer } from 'react'

/** The state of the profile page [3.17]. */
export type EditMode = {
  /** Whether the profile is being edited. */
  editing: boolean
  /** Whether a password change is pending. */
  passwordPending: boolean
}
export type EditModeAction = 'edit' | 'done' | 'password-begun' | 'password-ended'

export const initialEditMode: EditMode = { editing: false, passwordPending: false }

/** The reducer of the edit mode. Each action changes only one of the two booleans. */
export function editModeReducer(mode: EditMode, deed: EditModeAction): EditMode {
  if (deed === 'edit' || deed === 'done') return { ...mode, editing: deed === 'edit' }
  return { ...mode, passwordPending: deed === 'password-begun' }
}

export const useEditMode = () => useReducer(editModeReducer, initialEditMode)
