import { createStore } from '../../../../platform/create-store.ts'

/** Set while a dialog asks whether to discard unsent text and sign out of `one` account or of `all` accounts of this browser; otherwise null. */
export const signOutQuestion = createStore<'one' | 'all' | null>(null)

export const closeSignOutQuestion = () => signOutQuestion.set(null)
