let asking = false
const listeners = new Set<() => void>()

/** Opens or closes the question whether unsent text may be discarded. */
export function askToLeave(open: boolean) {
  asking = open
  for (const listener of listeners) listener()
}

/** Whether the question is open. */
export const leaveAsked = () => asking
export const stay = () => askToLeave(false)
export function onLeaveAsked(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
