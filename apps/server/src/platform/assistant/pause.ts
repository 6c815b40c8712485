/** Counts the failures of the endpoint for all servers together and decides when to pause. */
export type AssistantPause = {
  /** Returns the end of the current pause; null if there is none. */
  until(): Promise<Date | null>
  failed(): Promise<void>
  succeeded(): Promise<void>
}
