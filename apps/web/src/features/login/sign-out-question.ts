import { createStore } from '../../platform/create-store.ts'

/** True while a dialog asks whether unsent text may be discarded. */
export const signOutQuestion = createStore(false)

export const closeSignOutQuestion = () => signOutQuestion.set(false)
