import type { Context } from '../../../../platform/policy/context.ts'
import { lockAssistantConsent } from '../../assistant-consent/assistant-consent.ts'
import { readAssistantSettings } from '../../assistant-setup/assistant-setup.ts'
import { findSwitchedOnAt } from '../assistant.switch.ts'

/**
 * Why an answer in progress ends: the client has withdrawn the consent, the therapist's login is over, or the assistant was switched off, by an
 * admin or by the therapist.
 */
export type AnswerEnding = 'withdrawn' | 'signed-out' | 'switched-off'

/** How often an answer in progress checks whether the assistant is still switched on. */
const switchCheckMilliseconds = 2_000

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
  const checkSwitches = async () => {
    const [settings, at] = await Promise.all([
      readAssistantSettings(app).catch(() => null),
      app.db.asActor(actor, (tx) => findSwitchedOnAt(tx, termsVersion)).catch(() => null),
    ])
    if (settings?.termsVersion !== termsVersion || at === null) abort('switched-off')
  }
  const timer = setInterval(() => void checkSwitches(), switchCheckMilliseconds)
  timer.unref()
  const ends = [
    () => clearInterval(timer),
    app.changes.listen('assistant_consent', ({ row_id: id }) => {
      if (id === clientId) void checkConsent(id)
    }),
    app.changes.listen('login', ({ audience }) => {
      if (actor.id !== null && audience.includes(actor.id)) void checkLogin()
    }),
  ]
  return { signal: controller.signal, end: () => ends.forEach((end) => end()) }
}
