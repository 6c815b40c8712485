import { pageAccount } from '../../login/page-account.ts'

/** The answers to the calls that the page has sent before the scripts of the app were loaded (`document/start.js`). */
type EarlyAnswers = {
  answers: Record<string, Promise<Response>>
  at: number
  /** The account of the login that the answers were read with; null for a visitor, and undefined if the login is not among the answers. */
  account?: Promise<string | null | undefined>
}

declare global {
  var attuneEarly: EarlyAnswers | undefined
  /** Resolves when the style sheets of the app are loaded. `document/start.js` loads them. */
  var attuneStyles: Promise<unknown> | undefined
}

/** The time in milliseconds after which an unused early answer is discarded, because it may be outdated. */
const maxAgeMilliseconds = 20_000

/**
 * Returns the answer to a call that the page has sent early. Each answer is returned once. Returns null if the page has not sent this call, or if the
 * call was refused, got no answer, or was answered for an account that is not the account of this page; the caller then sends the call. A sign-in or
 * sign-out discards all early answers.
 */
export async function takeEarlyAnswer(procedure: string, body: string, signal: AbortSignal): Promise<Response | null> {
  const early = globalThis.attuneEarly
  if (!early) return null
  if (performance.now() - early.at > maxAgeMilliseconds || isLoginChange(procedure)) {
    globalThis.attuneEarly = undefined
    return null
  }
  const asked = early.answers[procedure + body]
  delete early.answers[procedure + body]
  if (!asked) return null
  const left = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
  })
  const answer = await Promise.race([asked.catch(() => null), left])
  return answer?.ok && !(await isOfOtherAccount(early)) ? answer : null
}

/**
 * Whether the answers belong to an account that is not the account of this page. Another tab may have switched the account after the page had sent
 * the call.
 */
async function isOfOtherAccount({ account }: EarlyAnswers): Promise<boolean> {
  const shown = pageAccount()
  const owner = shown === null ? undefined : await account
  return owner !== undefined && owner !== shown
}

const isLoginChange = (procedure: string) => procedure.startsWith('login/') && procedure !== 'login/session'
