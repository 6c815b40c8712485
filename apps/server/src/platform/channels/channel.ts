/**
 * The result of a delivery: the provider accepted the message, the provider refused it permanently, or it is unknown
 * whether the message arrived. The server repeats only a delivery with an unknown result.
 */
export type DeliveryOutcome =
  | { state: 'accepted' }
  | { state: 'refused'; error: unknown }
  | { state: 'uncertain'; error: unknown }

/** A way to reach a person outside the app. A channel never throws; it returns a failure as a DeliveryOutcome. */
export type MessageChannel<Rendered> = {
  deliver(recipient: string, rendered: Rendered): Promise<DeliveryOutcome>
  close(): void
}
