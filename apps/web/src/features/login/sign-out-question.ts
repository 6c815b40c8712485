import { createStore } from '../../platform/create-store.ts'

/** True while a dialog asks whether to discard unsent text and sign out. */
export const signOutQuestion = createStore(false)

export const closeSignOutQuestion = () => signOutQuestion.set(false)
