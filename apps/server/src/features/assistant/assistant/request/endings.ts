import type { ClientId } from '@attune/contract/common/ids'
import type { Context } from '../../../../platform/policy/context.ts'
import { lockAssistantConsent } from '../../assistant-consent/assistant-consent.ts'
import { readAssistantSettings } from '../../assistant-setup/assistant-setup.ts'
import { findSwitchedOnAt } from '../assistant.switch.ts'

/**
 * The reason why a running answer is aborted: the client has withdrawn the consent, the therapist's login has ended, or an admin or the therapist has
 * switched the assistant off.
 */
export type AnswerEnding = 'withdrawn' | 'signed-out' | 'switched-off'

/** The interval in milliseconds at which a running answer checks whether the assistant is still switched on. */
const switchCheckMilliseconds = 2_000

/**
 * Returns a signal that is aborted with an AnswerEnding as its reason when a running answer must end, regardless of the node on which the cause
 * occurred. `end` stops the checks.
 */
export function answerEndings(
  { app, actor, reqHeaders }: Pick<Context, 'app' | 'actor' | 'reqHeaders'>,
  clientId: ClientId | null,
  termsVersion: number,
): { signal: AbortSignal; end(): void } {
  const controller = new AbortController()
  const abort = (reason: AnswerEnding) => controller.abort(reason)
  // Without a response from the database, it is unknown whether consent and login are still valid, so the answer ends.
  const checkConsent = async (id: ClientId) => {
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
