import type { Context } from '../../platform/policy/context.ts'
import { lockAssistantConsent } from '../assistant-consent/assistant-consent.ts'

/** Why an answer in progress ends: the client has withdrawn the consent, or the therapist's login is over. */
export type AnswerEnding = 'withdrawn' | 'signed-out'

/**
 * Returns a signal that is aborted, with an AnswerEnding as its reason, when an answer in progress must end, on whichever node the cause
 * happened. `end` stops listening.
 */
export function answerEndings(
  { app, actor, reqHeaders }: Pick<Context, 'app' | 'actor' | 'reqHeaders'>,
  clientId: string | null,
  termsVersion: number,
): { signal: AbortSignal; end(): void } {
  const controller = new AbortController()
  const abort = (reason: AnswerEnding) => controller.abort(reason)
  // Without an answer of the database nobody knows whether the consent or the login is still valid.
  const checkConsent = async (id: string) => {
    const read = app.db.asActor(actor, (tx) => lockAssistantConsent(tx, id, termsVersion))
    if ((await read.catch(() => null)) !== 'yes') abort('withdrawn')
  }
  const checkLogin = async () => {
    if (!(await app.auth.readLogin(reqHeaders).catch(() => null))) abort('signed-out')
  }
  const ends = [
    app.changes.listen('assistant_consent', ({ row_id: id }) => {
      if (id === clientId) void checkConsent(id)
    }),
    app.changes.listen('login', ({ audience }) => {
      if (actor.id !== null && audience.includes(actor.id)) void checkLogin()
    }),
  ]
  return { signal: controller.signal, end: () => ends.forEach((end) => end()) }
}
