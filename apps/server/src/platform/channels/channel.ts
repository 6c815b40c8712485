/**
 * What became of a message: the provider accepted it, refused it for good, or it is unknown whether it arrived. Only
 * an uncertain delivery is attempted again.
 */
export type DeliveryOutcome =
  | { state: 'accepted' }
  | { state: 'refused'; error: unknown }
  | { state: 'uncertain'; error: unknown }

/** A way to reach a person outside the app. Never throws: a failure is an outcome. */
export type MessageChannel<Rendered> = {
  deliver(recipient: string, rendered: Rendered): Promise<DeliveryOutcome>
  close(): void
}
