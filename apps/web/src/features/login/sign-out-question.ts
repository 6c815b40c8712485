import { createStore } from '../../platform/create-store.ts'

/** Whether the question is open whether unsent text may be discarded. */
export const signOutQuestion = createStore(false)

export const closeSignOutQuestion = () => signOutQuestion.set(false)
