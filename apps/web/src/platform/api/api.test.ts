import { ORPCError } from '@orpc/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { mockServer, refusalResponse } from '../../testing/render-page.tsx'
import { api, orpc } from './api.ts'
import { ConnectionError, errorCode, errorClass, requestIdOf } from './errors.ts'
import { setPageAccount } from '../login/page-account.ts'
import { queryClient } from '../query/query-client.ts'
import { setSignedInHere, pendingRequirement, finishReauthentication } from '../login/reauthentication.ts'

const id = '0190c2f0-0000-7000-8000-000000000001'
const entry = { id, command: id }

beforeEach(() => {
  document.head.innerHTML = '<meta name="attune-key" content="pk_test">'
})
afterEach(() => {
  setSignedInHere(false)
  setPageAccount(null)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const serve = (answers: Parameters<typeof mockServer>[0]) => {
  const { calls } = mockServer(answers)
  return calls
}

test('a call is a POST of JSON below /api and contains the public key [6.10]', async () => {
  const calls = serve({ 'session/get': () => ({ session: 1 }) })
  await expect(api.session.get({ id })).resolves.toEqual({ session: 1 })
  expect(calls[0]).toMatchObject({ path: 'session/get', input: { id } })
  expect(calls[0]?.headers.get('x-attune-key')).toBe('pk_test')
  expect(calls[0]?.headers.get('content-type')).toBe('application/json')
})

test('a refusal keeps its code, its data and the request id', async () => {
  serve({
    'session/accept': () =>
      refusalResponse(409, 'ILLEGAL_TRANSITION', { status: 'cancelled' }, { 'x-request-id': 'r-1' }),
  })
  const error = await api.session.accept(entry).catch((caught: unknown) => caught)
  expect(error).toBeInstanceOf(ORPCError)
  expect(error).toMatchObject({ code: 'ILLEGAL_TRANSITION', status: 409, data: { status: 'cancelled' }, defined: true })
  expect(requestIdOf(error)).toBe('r-1')
})

test('an answer that does not come from the API gets the error code of its HTTP status', async () => {
  serve({
    'client/list': () => new Response('<html>', { status: 413 }),
    'client/get': () => new Response('', { status: 404 }),
  })
  expect(errorCode(await api.client.list({}).catch((error: unknown) => error))).toBe('TOO_LARGE')
  expect(errorClass(await api.client.get({ id }).catch((error: unknown) => error))).toBe('NOT_FOUND')
  expect(errorClass(new ConnectionError('TIMEOUT'))).toBe('TIMEOUT')
  expect(errorClass(new ORPCError('X', { status: 500 }))).toBe('SERVER_ERROR')
  expect(errorClass(new Error('x'))).toBe('UNKNOWN_ERROR')
})

test('a call without an answer is sent again with the same command, unless it is a sign-in code', async () => {
  vi.useFakeTimers()
  let lost = true
  const calls = serve({
    'session/accept': () => (lost ? ((lost = false), new TypeError('network')) : { done: true }),
    'login/secondFactor': () => new TypeError('network'),
  })
  const accepted = api.session.accept(entry)
  await vi.runAllTimersAsync()
  await accepted
  expect(calls.map(({ input }) => input)).toEqual([entry, entry])
  await expect(api.login.secondFactor({ code: '123456', kind: 'totp' })).rejects.toThrow('NETWORK_ERROR')
  expect(calls.filter(({ path }) => path === 'login/secondFactor')).toHaveLength(1)
})

test('a call that is refused without a login waits for the sign-in and is then sent again', async () => {
  setSignedInHere(true)
  let signedIn = false
  const calls = serve({ 'client/edit': () => (signedIn ? { id } : refusalResponse(401, 'NO_LOGIN')) })
  const saved = api.client.edit({ id } as never)
  await expect.poll(pendingRequirement).toBe('sign-in')
  signedIn = true
  finishReauthentication(true)
  await expect(saved).resolves.toEqual({ id })
  expect(calls).toHaveLength(2)
})

test('a call names the account of its page, and waits while another account is active', async () => {
  setSignedInHere(true)
  setPageAccount('nora-therapist')
  let active = 'nora-admin'
  const calls = serve({
    'client/edit': () => (active === 'nora-therapist' ? { id } : refusalResponse(409, 'OTHER_ACCOUNT')),
  })
  const saved = api.client.edit({ id } as never)
  await expect.poll(pendingRequirement).toBe('account')
  active = 'nora-therapist'
  finishReauthentication(true)
  await expect(saved).resolves.toEqual({ id })
  expect(calls.map(({ headers }) => headers.get('x-attune-account'))).toEqual(['nora-therapist', 'nora-therapist'])
})

test('the page asks a signed-in person once for a missing second factor', async () => {
  setSignedInHere(true)
  serve({ 'client/list': () => refusalResponse(401, 'STEP_UP', { need: 'enrol' }) })
  const asked = api.client.list({}).catch(errorCode)
  await expect.poll(pendingRequirement).toBe('enrol')
  finishReauthentication(false)
  await expect(asked).resolves.toBe('STEP_UP')
  setSignedInHere(false)
  serve({ 'account/me': () => refusalResponse(401, 'NO_LOGIN') })
  await expect(api.account.me({}).catch(errorCode)).resolves.toBe('NO_LOGIN')
  expect(pendingRequirement()).toBeNull()
})

test('without a connection a query fails at once, and a command waits until the browser is online', async () => {
  const calls = serve({ 'session/get': () => ({ session: 1 }), 'session/accept': () => ({ done: true }) })
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const query = orpc.session.get.queryOptions({ input: { id } })
  await expect(queryClient.fetchQuery(query)).rejects.toThrow('NETWORK_ERROR')
  const accepted = api.session.accept(entry)
  expect(calls).toEqual([])
  online.mockReturnValue(true)
  dispatchEvent(new Event('online'))
  await accepted
  await expect(queryClient.fetchQuery(query)).resolves.toEqual({ session: 1 })
  online.mockRestore()
})
