/**
 * The result of a delivery: the provider accepted the message, refused it permanently, or it is unknown whether the
 * message arrived. Only an uncertain delivery is attempted again.
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
