/**
 * The push notifications of the device. `capacitor-push.ts` implements it. A function that fails or is not permitted returns null or false
 * and never throws .
 */
export type PushPort = {
  /** Whether the app was built with its host's keys for push notifications. An iPhone tells only when the app registers. */
  hasKeys(): Promise<boolean>
  /** Registers the app at the push provider. Returns the token of this installation; null if the provider gives none. */
  register(): Promise<string | null>
  /** Ends the token of this installation, so that the provider delivers nothing more. */
  unregister(): Promise<void>
  /** Removes the notifications of the app from the list of the system. */
  clear(): Promise<void>
  /** Calls the listener with a token that the provider gives while the app runs, other than the answer of `register`. */
  onToken(listener: (token: string) => void): void
  /** Calls the listener with the payload of a push notification that the person opens. */
  onOpen(listener: (payload: string) => void): void
}
