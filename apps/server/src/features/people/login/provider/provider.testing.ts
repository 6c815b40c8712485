import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import OidcProvider from 'oidc-provider'
import type { Provider } from '../../../../platform/config/providers.ts'
import { createCookieJar } from './cookie-jar.testing.ts'

/** The claims about the person that the test provider signs in. */
export type ProviderClaims = {
  sub: string
  email: string
  email_verified: boolean
  name?: string
  given_name?: string
  family_name?: string
  picture?: string
}

type Ctx = {
  oidc: { provider: OidcProvider; client: { clientId: string }; session: { accountId: string } }
}

/**
 * Opens a real OpenID provider on a separate port. The provider signs in every visitor as the person that `is` has
 * set, or denies the sign-in after `deny`.
 */
export async function openTestProvider() {
  let oidc: OidcProvider | null = null
  let claims: ProviderClaims = { sub: '1', email: '', email_verified: true }
  let denies = false
  const server = createServer((request, response) => {
    if (!oidc) return void response.writeHead(503).end()
    if (!request.url?.startsWith('/interaction/')) return oidc.callback()(request, response)
    const result = denies
      ? { error: 'access_denied', error_description: 'no' }
      : { login: { accountId: claims.sub }, consent: {} }
    void oidc.interactionFinished(request, response, result)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`
  const configured: Provider = {
    id: 'openid',
    name: 'Practice ID',
    issuer,
    clientId: 'attune',
    clientSecret: 'a-secret-of-the-test-alone',
  }

  return {
    configured,
    issuer,
    /** Starts the provider. Before this call, the provider responds with 503. */
    start(origin: string) {
      oidc = new OidcProvider(issuer, {
        clients: [
          {
            client_id: configured.clientId,
            client_secret: configured.clientSecret,
            redirect_uris: [`${origin}/api/auth/callback/openid`],
            grant_types: ['authorization_code'],
            response_types: ['code'],
          },
        ],
        cookies: { keys: ['test'] },
        ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600, AuthorizationCode: 60 },
        claims: {
          openid: ['sub'],
          email: ['email', 'email_verified'],
          profile: ['name', 'given_name', 'family_name', 'picture'],
        },
        features: { devInteractions: { enabled: false } },
        pkce: { required: () => true },
        interactions: { url: (_: unknown, interaction: { uid: string }) => `/interaction/${interaction.uid}` },
        findAccount: (_: unknown, id: string) => ({ accountId: id, claims: async () => ({ ...claims, sub: id }) }),
        async loadExistingGrant({ oidc: { provider, client, session } }: Ctx) {
          const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId })
          grant.addOIDCScope('openid email profile')
          await grant.save()
          return grant
        },
      })
      oidc.on('server_error', () => {})
    },
    /** Sets the person that the provider signs in from now on. */
    is(person: ProviderClaims) {
      claims = person
      denies = false
    },
    deny() {
      denies = true
    },
    /** Follows the provider’s redirects like a new browser. Returns the URL of this server to which the last redirect leads. */
    async visit(url: string): Promise<URL> {
      const jar = createCookieJar()
      for (let at = url; ;) {
        if (!at.startsWith(issuer)) return new URL(at)
        const response = await fetch(at, { redirect: 'manual', headers: { cookie: jar.header() } })
        jar.take(response.headers)
        const next = response.headers.get('location')
        if (!next) throw new Error(`the provider answered ${response.status} ${await response.text()}`)
        at = new URL(next, at).toString()
      }
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
