/**
 * The push notifications of the device. `capacitor-push.ts` implements this type. A function that fails or is not permitted returns null or false and
 * never throws.
 */
export type PushPort = {
  /** Whether the app was built with push keys of its host. On an iPhone, this is only known after registering. */
  hasKeys(): Promise<boolean>
  /** Registers the app with the push provider. Returns the token of this installation; null if there is none. */
  register(): Promise<string | null>
  /** Invalidates the token of this installation, so that the push provider delivers nothing more. */
  unregister(): Promise<void>
  /** Removes the notifications of the app from the list of the system. */
  clear(): Promise<void>
  /** Calls the listener with tokens that the push provider issues later, not with the result of `register`. */
  onToken(listener: (token: string) => void): void
  /** Calls the listener with the payload of a push notification that the person opens. */
  onOpen(listener: (payload: string) => void): void
}
