let asking = false
const listeners = new Set<() => void>()

/** Opens or closes the question whether unsent text may be discarded. */
export function setSignOutQuestion(open: boolean) {
  asking = open
  for (const listener of listeners) listener()
}

/** Whether the question is open. */
export const isSignOutQuestionOpen = () => asking
export const closeSignOutQuestion = () => setSignOutQuestion(false)
export function onSignOutQuestionChange(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
