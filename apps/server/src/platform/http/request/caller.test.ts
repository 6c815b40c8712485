import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import type { Login } from '../../auth/login/login.ts'
import { readCaller } from './caller.ts'

const request = { headers: { cookie: 'x' } } as FastifyRequest
const login = { userId: 'ana', role: 'client', assuranceLevel: 1, hasSecondFactor: false } as Login
const callerOf = (found: Partial<Login> | null, wanted: Parameters<typeof readCaller>[2]) =>
  readCaller(
    { auth: { readLogin: async () => found && { ...login, ...found }, logins: { byIds: async () => [] } } },
    request,
    wanted,
  )

test('a route admits the roles that it names, and refuses everyone else with the reason', async () => {
  const clients = { roles: ['client'] as const }
  expect(await callerOf({}, clients)).toEqual({ caller: { role: 'client', id: 'ana' } })
  expect(await callerOf({}, { ...clients, accountId: 'ana' })).toEqual({ caller: { role: 'client', id: 'ana' } })
  const refused = (status: number, code: string) => ({ status, code })
  expect(await callerOf(null, clients)).toEqual(refused(401, 'NO_LOGIN'))
  expect(await callerOf({ role: null }, clients)).toEqual(refused(401, 'NO_LOGIN'))
  expect(await callerOf({}, { ...clients, accountId: 'mia' })).toEqual(refused(404, 'NOT_FOUND'))
  expect(await callerOf({ role: 'admin' }, clients)).toEqual(refused(403, 'FORBIDDEN'))
  const therapists = { roles: ['therapist', 'client'] as const }
  expect(await callerOf({ role: 'therapist' }, therapists)).toEqual(refused(401, 'STEP_UP'))
  expect(await callerOf({ role: 'therapist', assuranceLevel: 2 }, therapists)).toEqual({
    caller: { role: 'therapist', id: 'ana' },
  })
})
