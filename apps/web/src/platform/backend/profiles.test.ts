import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { mockServer, refusalResponse } from '../../testing/render-page.tsx'
import { errorClass, isRetryable } from '../api/errors.ts'
import { queryClient } from '../query/query-client.ts'
import { realtimeClient } from '../realtime/realtime-client.ts'
import { backend } from './backend.ts'

const { profiles } = backend.table
const ana = {
  id: 'a',
  email: 'ana@practice.test',
  firstName: 'Ana',
  lastName: 'Moreau',
  displayName: 'Ana Moreau',
  avatarUrl: '/avatars/a/1.webp',
  role: 'client',
}
const serve = (answers: Parameters<typeof mockServer>[0]) => {
  const { calls } = mockServer(answers)
  return calls
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  queryClient.clear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('the calls return the role, the id, the names and the picture of a profile [3.01, 7.01]', async () => {
  const calls = serve({ 'account/profileOf': () => ana })
  await expect(profiles.role('a')).resolves.toEqual({ role: 'client' })
  await expect(profiles.id('a')).resolves.toEqual({ id: 'a' })
  await expect(profiles.names('a')).resolves.toEqual({ first_name: 'Ana', last_name: 'Moreau', role: 'client' })
  await expect(profiles.face('a')).resolves.toEqual({
    avatar_url: '/avatars/a/1.webp',
    first_name: 'Ana',
    last_name: 'Moreau',
    email: 'ana@practice.test',
  })
  expect(calls.map(({ input }) => input)).toEqual(Array(4).fill({ id: 'a' }))
})

test('a row that is missing or not visible is PGRST116 and is not retried [8.07]', async () => {
  const calls = serve({ 'account/profileOf': () => refusalResponse(404, 'NOT_FOUND') })
  const error = await profiles.role('x').catch((caught: unknown) => caught)
  expect(error).toMatchObject({ code: 'PGRST116' })
  expect([errorClass(error), isRetryable(error)]).toEqual(['NOT_FOUND', false])
  expect(calls).toHaveLength(1)
})

test('a failed picture is requested twice more, after 0.5 and 1 second [7.01, 9.10]', async () => {
  const calls = serve({ 'account/profileOf': () => new TypeError('network') })
  const begun = Date.now()
  const asked = profiles.avatarUrl('a').then((url) => [url, Date.now() - begun])
  await vi.runAllTimersAsync()
  expect(await asked).toEqual([null, 1500])
  expect(calls).toHaveLength(3)
})

test('a call never returns the address of a picture that was replaced [7.01]', async () => {
  vi.spyOn(realtimeClient, 'live', 'get').mockReturnValue(true)
  let avatarUrl = '/avatars/a/1.webp'
  const calls = serve({ 'account/profileOf': () => ({ ...ana, avatarUrl }), 'account/setAvatar': () => ana })
  await expect(profiles.avatarUrl('a')).resolves.toBe(avatarUrl)
  avatarUrl = '/avatars/a/2.webp'
  await profiles.updateAvatarUrl('a', 'a/2.webp')
  expect(calls.at(-1)).toMatchObject({ path: 'account/setAvatar', input: { path: 'a/2.webp' } })
  await expect(profiles.avatarUrl('a')).resolves.toBe(avatarUrl)
})

test('insert accepts only the own id, own email address and role client [7.01]', async () => {
  const me = { ...ana, firstName: '', lastName: '' }
  const calls = serve({ 'account/me': () => me, 'account/saveNames': () => ana })
  const wanted = { id: 'a', email: 'ana@practice.test', first_name: 'Ana', last_name: 'Moreau', role: 'client' }
  await profiles.insert(wanted)
  expect(calls.at(-1)).toMatchObject({ path: 'account/saveNames', input: { firstName: 'Ana', lastName: 'Moreau' } })
  for (const other of [{ id: 'b' }, { email: 'b@practice.test' }, { role: 'admin' }]) {
    await expect(profiles.insert({ ...wanted, ...other })).rejects.toMatchObject({ status: 403 })
  }
})

test('notifications: a notification to oneself is inserted with a new id [7.04]', async () => {
  const calls = serve({ 'notification/insert': () => ({ done: true }) })
  await backend.table.notifications.insert({ user_id: 'a', title: 'Call back', message: '', type: 'note' })
  expect(calls[0]).toMatchObject({
    path: 'notification/insert',
    input: { id: expect.any(String), userId: 'a', title: 'Call back', message: '', type: 'note' },
  })
})
