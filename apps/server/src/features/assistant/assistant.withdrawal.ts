import type { Context } from '../../platform/policy/context.ts'
import { lockAssistantConsent } from '../assistant-consent/assistant-consent.ts'

/**
 * Returns a signal that is aborted when the consent of a client ends while an answer streams, on whichever node it was withdrawn. `end` stops
 * listening.
 */
export function withdrawalSignal(
  { app, actor }: Pick<Context, 'app' | 'actor'>,
  clientId: string | null,
  termsVersion: number,
): { signal: AbortSignal; end(): void } {
  const controller = new AbortController()
  if (clientId === null) return { signal: controller.signal, end() {} }
  const check = () =>
    app.db
      .asActor(actor, (tx) => lockAssistantConsent(tx, clientId, termsVersion))
      .then((state) => void (state === 'yes' || controller.abort()))
      // Without an answer of the database nobody knows whether the consent is still in force.
      .catch(() => controller.abort())
  const end = app.changes.listen('assistant_consent', ({ row_id: id }) => {
    if (id === clientId) void check()
  })
  return { signal: controller.signal, end }
}
