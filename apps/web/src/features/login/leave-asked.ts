let asking = false
const listeners = new Set<() => void>()

/** Opens or closes the question if unsent words may go. */
export function askToLeave(open: boolean) {
  asking = open
  for (const listener of listeners) listener()
}

/** Whether it is being asked if unsent words may go. */
export const leaveAsked = () => asking
export const stay = () => askToLeave(false)
export function onLeaveAsked(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
