import { afterEach, expect, test, vi } from 'vitest'
import { failureResponse, mockServer, refusalResponse } from '../../testing/render-page.tsx'
import { backend } from './backend.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})
const serve = (answers: Parameters<typeof mockServer>[0]) => {
  const { calls } = mockServer(answers)
  return calls
}
const login = {
  loginId: 'l',
  userId: 'u',
  email: 'a@b.c',
  role: 'client',
  strength: 1,
  hasSecondFactor: false,
  need: null,
  expiresAt: '',
}

test('the backend client has six parts [7.13]', () => {
  expect(Object.keys(backend)).toEqual(['table', 'rpc', 'function', 'storage', 'auth', 'realtime'])
})

test('send-admin-notification sends type, subject, message, the user’s data and an empty list [7.07]', async () => {
  const calls = serve({ 'administration/sendAdminNotification': () => ({ done: true }) })
  const body = {
    notification_type: 'new_user_registration' as const,
    subject: 'New user',
    message: 'Somebody registered.',
    user_data: {
      user_id: 'u',
      email: 'a@b.c',
      first_name: 'Ana',
      last_name: 'M',
      registration_date: '2026-11-20',
      provider: 'email',
    },
    email_addresses: [],
  }
  await backend.function.invoke('send-admin-notification', body)
  expect(calls).toMatchObject([{ path: 'administration/sendAdminNotification', input: body }])
})

test('notifications: the newest 50, or an empty list with a warning after a failure [7.04, 8.09]', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const calls = serve({
    'notification/list': () => ({ items: [{ id: 'n' }], unread: 1 }),
    'notification/markRead': () => ({ done: true }),
    'notification/markAllRead': () => ({ done: true }),
  })
  await expect(backend.table.notifications.select()).resolves.toEqual([{ id: 'n' }])
  await backend.table.notifications.markRead('n')
  await backend.table.notifications.markAllRead()
  expect(calls.map(({ path, input }) => [path, input])).toEqual([
    ['notification/list', { unreadOnly: false, limit: 50 }],
    ['notification/markRead', { id: 'n' }],
    ['notification/markAllRead', {}],
  ])
  serve({ 'notification/list': () => failureResponse() })
  await expect(backend.table.notifications.select()).resolves.toEqual([])
  expect(warned.mock.calls).toEqual([['notifications could not be fetched', expect.any(Error)]])
})

test('tasks: status and due day of each task that the server returns, by the columns of the table [7.02]', async () => {
  const calls = serve({ 'task/dueDates': () => ({ items: [{ status: 'in-progress', dueDay: '2026-11-22' }] }) })
  expect(await backend.table.tasks.select()).toEqual([{ status: 'in-progress', due_date: '2026-11-22' }])
  expect(calls.map(({ path, input }) => [path, input])).toEqual([['task/dueDates', {}]])
})

test('messages: the sender of one, and the latest one from another sender [7.05]', async () => {
  const calls = serve({
    'message/sender': () => ({ senderId: 's' }),
    'message/latestFromOther': () => ({ message: { id: 'm' } }),
  })
  await expect(backend.table.messages.sender('m')).resolves.toEqual({ sender_id: 's' })
  await expect(backend.table.messages.latestFromOther('c')).resolves.toEqual({ id: 'm' })
  expect(calls.map(({ path, input }) => [path, input])).toEqual([
    ['message/sender', { id: 'm' }],
    ['message/latestFromOther', { id: 'c' }],
  ])
})

test('unread counts have the columns of the function and only those of the caller [7.03]', async () => {
  serve({
    'account/me': () => ({ id: 'u' }),
    'message/unreadCounts': () => ({ items: [{ conversationId: 'c', unread: 2 }] }),
  })
  const counts = (id: string) => backend.rpc('get_unread_message_counts', { p_user_id: id })
  await expect(counts('u')).resolves.toEqual([{ conversation_id: 'c', unread_count: 2 }])
  await expect(counts('other')).rejects.toMatchObject({ code: 'FORBIDDEN', status: 403 })
})

test('unread counts are empty without a table, and after another error with one warning [8.08]', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const counts = (answer: () => Response) => {
    serve({ 'account/me': () => ({ id: 'u' }), 'message/unreadCounts': answer })
    return backend.rpc('get_unread_message_counts', { p_user_id: 'u' })
  }
  await expect(counts(() => refusalResponse(400, '42P01'))).resolves.toEqual([])
  expect(warned).not.toHaveBeenCalled()
  await expect(counts(failureResponse)).resolves.toEqual([])
  expect(warned.mock.calls).toEqual([['unread counts could not be fetched', expect.any(Error)]])
})

test('storage: own pictures are listed a hundred at a time by default [9.13]', async () => {
  const calls = serve({
    'account/avatars': () => ({ items: [{ name: '1.webp', path: 'a/1.webp', url: '/avatars/a/1.webp' }] }),
  })
  expect(await backend.storage.avatars.list()).toMatchObject([{ name: '1.webp' }])
  await backend.storage.avatars.list({ limit: 10, offset: 20 })
  // Without a limit the contract's default of 100 applies.
  expect(calls.map(({ input }) => input)).toEqual([{}, { limit: 10, offset: 20 }])
})

test('auth: only a right one-time code sets the session [7.09]', async () => {
  const calls = serve({
    'login/redeemHandover': ({ code }: { code: string }) =>
      code === 'right' ? { kind: 'signed-in', login } : refusalResponse(401, 'INVALID_CODE'),
  })
  const events: unknown[][] = []
  const stop = backend.auth.onAuthStateChange((...event) => events.push(event))
  await expect(backend.auth.setSession({ code: 'wrong' })).rejects.toMatchObject({ code: 'INVALID_CODE' })
  expect(events).toEqual([])
  await expect(backend.auth.setSession({ code: 'right' })).resolves.toEqual(login)
  expect(events).toEqual([['SIGNED_IN', login]])
  expect(calls.map(({ input }) => input)).toEqual([{ code: 'wrong' }, { code: 'right' }])
  expect(JSON.stringify(await backend.auth.setSession({ code: 'right' }))).not.toContain('token')
  stop()
})

test('auth: the login is read from the server, extended and ended, and listeners are called [7.09]', async () => {
  serve({
    'login/session': () => ({ login }),
    'login/refresh': () => ({ login }),
    'login/signOut': () => ({ done: true }),
  })
  const events: string[] = []
  const stop = backend.auth.onAuthStateChange((event) => events.push(event))
  await expect(backend.auth.getSession()).resolves.toEqual(login)
  await backend.auth.refreshSession()
  await backend.auth.signOut()
  stop()
  await backend.auth.refreshSession()
  expect(events).toEqual(['TOKEN_REFRESHED', 'SIGNED_OUT'])
})
