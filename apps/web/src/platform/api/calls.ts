/** Reports the calls of this page. */
export const calls: {
  /**
   * Called when a call has ended, with or without an answer: with its path, and with the kind of the query that made it; undefined if none did.
   */
  onEnd?: (path: readonly string[], kind: string | undefined) => void
} = {}
