import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../testing/app.ts'
import { signCookie, unsignCookie } from './cookies.ts'
import { translateLoginTokens, hashIssuedToken, hashLoginToken } from './tokens.ts'

const app = await startSharedApp({ worker: false })

const tokensOf = async (userId: string) =>
  (await app.privileged.auth.query<{ token: string }>('select token from auth.login where user_id = $1', [userId])).rows

test('the database stores only the hash of a login’s token, and the signed hash is no valid cookie', async () => {
  const client = await app.person('client', 1)
  const signed = client.cookieJar.get('attune') ?? ''
  const token = unsignCookie(signed, app.secrets.authSecret) ?? ''
  const [stored] = await tokensOf(client.accountId)
  expect(stored?.token).toBe(createHash('sha256').update(token).digest('base64url'))
  expect((await client.send('account/me', {})).status).toBe(200)
  client.cookieJar.set('attune', signCookie(stored?.token ?? '', app.secrets.authSecret))
  expect((await client.send('account/me', {})).status).toBe(401)
  client.cookieJar.set('attune', signed)
})

test('the engine gets the hash of the caller’s token, and the browser gets the token of the new login', async () => {
  const key = 'key'
  const tokens = translateLoginTokens(key, signCookie('known', key))
  expect(unsignCookie(tokens.callerCookie ?? '', key)).toBe(hashLoginToken('known'))
  const issued = await tokens.run(async () => hashIssuedToken('issued'))
  expect(unsignCookie(tokens.browserCookie(signCookie(issued, key)), key)).toBe('issued')
  expect(unsignCookie(tokens.browserCookie(signCookie(hashLoginToken('known'), key)), key)).toBe('known')
  expect(() => tokens.browserCookie(signCookie('foreign', key))).toThrow('unknown login')
  expect(translateLoginTokens(key, signCookie('known', 'another key')).callerCookie).toBeNull()
})
