/** Reports the calls of this page that may have changed something on the server. */
export const ownWrites = {
  /** Called when the server has answered such a call, or has failed to. */
  onWrite: () => {},
}
