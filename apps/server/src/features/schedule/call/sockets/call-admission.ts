import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { AppContext } from '../../../../platform/app-context.ts'
import { type Login, missingAssurance } from '../../../../platform/auth/login/login.ts'
import { admitLogin, upgradeOriginOf, parametersOf, useTicket } from '../../../../platform/realtime/socket-admission.ts'
import { identifyingHeaders } from '../../../../platform/realtime/socket-request.ts'
import { type JoinedPage, openResumeSecret, parseTicket } from './call-keys.ts'

type Deps = Pick<AppContext, 'config' | 'site' | 'auth' | 'secrets' | 'clock'>
type Admitted = { login: Login; page: JoinedPage }

/**
 * Returns the login and the page for which a request may open the socket of a call. A ticket opens one socket. After that, the page uses its resume
 * secret, also while the screen is locked. If the request is refused, returns the HTTP status.
 */
export async function admitToCall(deps: Deps, request: IncomingMessage): Promise<Admitted | { status: 401 | 403 }> {
  const origin = upgradeOriginOf(deps, request)
  if (origin === 'other') return { status: 403 }
  const own = await deps.auth.readLogin(identifyingHeaders(request))
  // A request from a page of this site contains its cookie. The native app has no cookie.
  if (origin === 'same' && !own) return { status: 401 }
  const parameters = parametersOf(request)
  const admitted = await enterBy(deps, request, {
    own,
    ticket: parameters.get('ticket'),
    resume: parameters.get('resume'),
  })
  return admitted && missingAssurance(admitted.login) === null ? admitted : { status: 401 }
}

type Presented = { own: Login | null; ticket: string | null; resume: string | null }

async function enterBy({ auth, secrets, clock }: Deps, request: IncomingMessage, { own, ticket, resume }: Presented) {
  if (ticket !== null) {
    const parsed = parseTicket(ticket)
    const admitted = admitLogin(request, parsed && (await useTicket(auth, parsed.ticket, own)))
    if (!parsed || 'status' in admitted) return null
    const { login } = admitted
    const { call, actingFor } = parsed
    return { login, page: { call, actingFor, login: login.id, peer: randomUUID(), joinedAt: clock.now().getTime() } }
  }
  const page = openResumeSecret(resume ?? '', secrets)
  if (!page || (own && own.id !== page.login)) return null
  const [login] = await auth.logins.byIds([page.login])
  return login ? { login, page } : null
}
