const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('attune-login')

/** Tells the other tabs of this browser that the person logged out here. */
export const leftHere = () => channel?.postMessage('left')

/** Calls `listener` when the person logged out in another tab; the answer ends it. */
export function onLeftElsewhere(listener: () => void): () => void {
  channel?.addEventListener('message', listener)
  return () => channel?.removeEventListener('message', listener)
}
