import { expect, test } from 'vitest'
import { contract } from './contract.ts'
import type { ContractMeta } from './common/procedure.ts'
import { loginMeta } from './features/people/login/login.meta.ts'
import { procedureMeta } from './procedure-meta.ts'

const procedures = Object.entries(contract).flatMap(([feature, own]) =>
  Object.entries(own).map(([name, procedure]) => ({
    path: [feature, name],
    meta: (procedure as { '~orpc': { meta: ContractMeta } })['~orpc'].meta,
  })),
)

test('the browser reads the same meta as the contract declares', () => {
  expect(procedures.length).toBeGreaterThan(150)
  for (const { path, meta } of procedures)
    expect(meta, path.join('/')).toEqual({ ...procedureMeta(path), effect: meta.effect })
})

test('a procedure of the login and one with its own meta keep whether they read or write', () => {
  const effectOf = (name: string) => procedures.find(({ path }) => path.join('/') === name)?.meta.effect
  expect([effectOf('login/session'), effectOf('login/signIn')]).toEqual(['read', 'write'])
  expect([effectOf('assistant/sources'), effectOf('assistant/ask')]).toEqual(['read', 'write'])
})

test('only login procedures, requests to the assistant, acknowledgements, tickets and what a page shows are never repeated or do not wait for a login', () => {
  const special = procedures.filter(({ meta }) => !meta.retry || !meta.waitsForLogin)
  const others = special.filter(({ path: [feature] }) => feature !== 'login')
  expect(others.map(({ path }) => path.join('/')).toSorted()).toEqual([
    'assistant/ask',
    'message/acknowledge',
    'nativeApp/liveTicket',
    'push/setViewed',
  ])
  expect(Object.keys(loginMeta).toSorted()).toEqual(Object.keys(contract.login).toSorted())
})

test('a step of signing in is never repeated and does not wait for a login', () => {
  for (const name of ['signIn', 'secondFactor', 'stepUp', 'signInWithPasskey', 'setUpTwoStep', 'unlock'])
    expect(procedureMeta(['login', name])).toEqual({ retry: false, waitsForLogin: false })
  expect(procedureMeta(['login', 'session'])).toEqual({ retry: true, waitsForLogin: false })
  expect(procedureMeta(['session', 'accept'])).toEqual({ retry: true, waitsForLogin: true })
})

test('a call that sets a password with a link is repeated', () => {
  for (const name of ['confirm', 'reset', 'setUp', 'acceptInvitation'])
    expect(procedureMeta(['login', name]), name).toMatchObject({ retry: true })
})
