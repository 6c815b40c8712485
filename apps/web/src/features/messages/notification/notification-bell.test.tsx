import type { ClientId } from '@attune/contract/common/ids'
import type { Notification } from '@attune/contract/features/messages/notification/notification'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { mockServer, refusalResponse, renderPage } from '../../../testing/render-page.tsx'
import { uiText } from '../../../testing/ui-text.ts'
import { notificationLink } from './notification-link.ts'
import { groupNotifications, type NotificationGroup } from './group-notifications.ts'
import { NotificationBell } from './NotificationBell.tsx'
import { NotificationItem } from './NotificationItem.tsx'
import { useMarkSubjectRead } from './use-mark-read.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const id = '5a1f4b7e-5d1f-4a58-9a43-0d3a1a2b3c4d'
const notification = (more: Partial<Notification> = {}): Notification => ({
  id,
  kind: 'session-accepted',
  title: 'Session accepted',
  message: 'Ana M. accepted the session.',
  subject: null,
  isRead: false,
  createdAt: new Date(Date.now() - 17 * 60_000).toISOString(),
  updatedAt: new Date().toISOString(),
  relatedType: 'session',
  relatedId: id,
  personName: 'Ana Maria Moreau',
  personId: id,
  avatarUrl: null,
  actingFor: null,
  ...more,
})

async function openBell(items: Notification[]) {
  let unread = items
  const { calls, inputsOf } = mockServer({
    'login/session': () => ({ login: { userId: id, role: 'therapist', need: null } }),
    'account/me': () => ({ id, role: 'therapist', zone: 'Europe/Berlin' }),
    'notification/list': () => ({ items: unread, unread: unread.length }),
    'notification/markRead': () => {
      unread = []
      return { done: true }
    },
    'notification/markReadAbout': () => {
      unread = []
      return { done: true }
    },
    'notification/markAllRead': () => {
      unread = []
      return { done: true }
    },
  })
  const drawn = await renderPage(<NotificationBell of="therapist" />, '/dashboard/therapist')
  const button = await screen.findByRole('button', {
    name: items.length ? `Notifications, ${items.length} unread` : 'Notifications',
  })
  fireEvent.click(button)
  return { ...drawn, calls, inputsOf, button }
}

test('the bell requests only unread notifications and shows avatar, title, message and time [2.27, 2.28] @slow', async () => {
  const { calls, button } = await openBell([notification()])
  const item = await screen.findByRole('button', { name: /Session accepted/ })
  expect(item.textContent).toContain('Ana M. accepted the session.')
  expect(item.textContent).toContain('17 minutes ago')
  expect(item.textContent).toMatch(/^AM/)
  expect(button.hasAttribute('data-unread')).toBe(true)
  expect(calls.find((call) => call.path === 'notification/list')?.input).toEqual({ unreadOnly: true })
})

test('a new message is titled, has its sender’s initials or picture, and opens its conversation [2.27, 2.28]', async () => {
  const sent = notification({
    kind: 'message-received',
    title: 'New message',
    message: 'Ana M. sent you a message.',
    relatedType: 'conversation',
  })
  const pictured = { ...sent, id: 'b', relatedId: 'b', message: 'Leo B. sent you a message.', avatarUrl: '/avatar/leo' }
  const { calls, router, client } = await openBell([pictured, sent])
  const list = await screen.findByRole('dialog', { name: uiText('notification:title') })
  const [first, second] = await within(list).findAllByRole('button', { name: /New message/ })
  expect(first?.querySelector('img')?.getAttribute('src')).toBe('/avatar/leo')
  expect(second?.textContent).toMatch(/^AMNew messageAna M\. sent you a message\.17 minutes ago$/)
  await waitFor(() => expect(client.getQueriesData({ queryKey: [['account', 'me']] })[0]?.[1]).toBeTruthy())
  if (second) fireEvent.click(second)
  await waitFor(() => expect(router.state.location.href).toBe(`/dashboard/therapist/messages?conversation=${id}`))
  expect(calls.find(({ path }) => path === 'notification/markRead')?.input).toEqual({ id })
})

test('the bell adds the title of a task to the stored title of its notification', async () => {
  await openBell([notification({ kind: 'task-assigned', title: 'New task', subject: 'Sleep diary' })])
  expect(await screen.findByText('New task · Sleep diary')).toBeTruthy()
})

test('repeated notifications are one row, and a click marks all of them as read', async () => {
  const other = '0b1f4b7e-5d1f-4a58-9a43-0d3a1a2b3c4d'
  const { inputsOf } = await openBell([
    notification({ kind: 'task-comment', title: 'Newest comment', relatedType: 'task' }),
    notification({ id: other, relatedId: other }),
    notification({ id: 'c', kind: 'task-comment', title: 'Comment', relatedType: 'task' }),
  ])
  const rows = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent)
  await waitFor(() => expect(rows()).toHaveLength(2))
  expect(rows()[0]).toContain(`Newest comment ${uiText('notification:times_other', { count: '2' })}`)
  fireEvent.click(screen.getByRole('button', { name: /Newest comment/ }))
  await waitFor(() => expect(inputsOf('notification/markReadAbout')).toEqual([{ type: 'task', id }]))
})

test('eight sessions that one person scheduled are one row, and a click reads all of them and opens the list', async () => {
  const ids = Array.from({ length: 8 }, (_, place) => `0b1f4b7e-5d1f-4a58-9a43-0d3a1a2b3c4${place}`)
  const planned = ids.map((one) =>
    notification({ id: one, relatedId: one, kind: 'session-planned', message: `Nora scheduled ${one.slice(-1)}.` }),
  )
  const another = notification({ kind: 'session-planned', title: 'Session scheduled', personId: ids[0] as string })
  const { inputsOf, router } = await openBell([...planned.slice(0, 3), another, ...planned.slice(3)])
  const row = await screen.findByRole('button', {
    name: new RegExp(uiText('notification:several.session-planned_other', { count: '8' })),
  })
  expect(screen.getAllByRole('listitem')).toHaveLength(2)
  expect(row.textContent).toContain(uiText('notification:latest', { message: 'Nora scheduled 0.' }))
  fireEvent.click(row)
  await waitFor(() => expect(inputsOf('notification/markRead')).toEqual([{ id: ids[0], others: ids.slice(1) }]))
  expect(router.state.location.href).toBe('/dashboard/therapist/sessions')
})

test.each([
  ['task-due', 'task'],
  ['form-due', 'form'],
  ['document-asked', 'document'],
  ['session-edited', 'session'],
] as const)('three notifications %s from one person are one row @slow', async (kind, relatedType) => {
  const items = ['a', 'b', 'c'].map((one) => notification({ id: one, relatedId: one, kind, relatedType }))
  await openBell(items)
  await screen.findByText(uiText(`notification:several.${kind}_other`, { count: '3' }))
  expect(screen.getAllByRole('listitem')).toHaveLength(1)
})

test('read notifications about several sessions are one row only within a day, and alerts never are', () => {
  const at = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
  const read = (place: string, hours: number, kind: Notification['kind'] = 'session-planned') =>
    notification({ id: place, relatedId: place, kind, isRead: true, createdAt: at(hours) })
  const sizes = (items: Notification[]) => groupNotifications(items).map(({ ids }) => ids.length)
  expect(sizes([read('a', 0), read('b', 23), read('c', 25), read('d', 26)])).toEqual([2, 2])
  expect(sizes([read('a', 0, 'task-flagged'), read('b', 1, 'task-flagged')])).toEqual([1, 1])
})

function OpenedSession() {
  useMarkSubjectRead('session', id)
  return <NotificationBell of="therapist" />
}

test('opening a session marks the notifications about it as read with one request', async () => {
  let unread = [notification()]
  const { calls, inputsOf } = mockServer({
    'login/session': () => ({ login: { userId: id, role: 'therapist', need: null } }),
    'account/me': () => ({ id, role: 'therapist', zone: 'Europe/Berlin' }),
    'notification/list': () => ({ items: unread, unread: unread.length }),
    'notification/markReadAbout': () => {
      unread = []
      return { done: true }
    },
  })
  await renderPage(<OpenedSession />, '/dashboard/therapist')
  await screen.findByRole('button', { name: 'Notifications' })
  await waitFor(() => expect(calls.filter(({ path }) => path === 'notification/list').length).toBeGreaterThan(1))
  expect(inputsOf('notification/markReadAbout')).toEqual([{ type: 'session', id }])
})

test('without a socket the unread count is polled every 30 seconds [7.11]', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const { calls } = await openBell([notification()])
  const reads = () => calls.filter(({ path }) => path === 'notification/list').length
  expect(reads()).toBe(1)
  await act(() => vi.advanceTimersByTimeAsync(29_999))
  expect(reads()).toBe(1)
  await act(() => vi.advanceTimersByTimeAsync(1))
  await waitFor(() => expect(reads()).toBe(2))
})

test('mark all as read is shown only while something is unread [2.27]', async () => {
  const { calls } = await openBell([notification()])
  fireEvent.click(await screen.findByRole('button', { name: 'Mark all as read' }))
  await screen.findByText('No notifications.')
  expect(screen.queryByRole('button', { name: 'Mark all as read' })).toBeNull()
  expect(calls.filter((call) => call.path === 'notification/markAllRead')).toHaveLength(1)
})

test('without unread notifications the bell has no count and the list says so [2.28]', async () => {
  const { button } = await openBell([])
  await screen.findByText('No notifications.')
  expect(button.hasAttribute('data-unread')).toBe(false)
  expect(screen.queryByRole('button', { name: 'Mark all as read' })).toBeNull()
})

test('if loading fails, the bell and the empty list say so, and trying again or reopening loads again [8.09]', async () => {
  let fails = true
  mockServer({
    'login/session': () => ({ login: { userId: id, role: 'therapist', need: null } }),
    'account/me': () => ({ id, role: 'therapist', zone: 'Europe/Berlin' }),
    'notification/list': () => (fails ? refusalResponse(403, 'FORBIDDEN') : { items: [notification()], unread: 1 }),
  })
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
  await renderPage(<NotificationBell of="therapist" />, '/dashboard/therapist')
  const button = await screen.findByRole('button', { name: uiText('notification:buttonFailed') })
  await waitFor(() => expect(warned).toHaveBeenCalledWith('notifications could not be fetched', expect.anything()))
  fireEvent.click(button)
  expect(await screen.findByText(uiText('notification:unreadFailed'))).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.queryByRole('listitem')).toBeNull()
  fireEvent.click(button)
  fireEvent.click(button)
  expect(await screen.findByText(uiText('notification:unreadFailed'))).toBeTruthy()
  fails = false
  fireEvent.click(screen.getByRole('button', { name: uiText('notification:again') }))
  expect(await screen.findByRole('button', { name: /Session accepted/ })).toBeTruthy()
  expect(screen.queryByText(uiText('notification:unreadFailed'))).toBeNull()
})

test('a list that is open while the server fails says so within three seconds @slow', async () => {
  let fails = true
  mockServer({
    'login/session': () => ({ login: { userId: id, role: 'therapist', need: null } }),
    'account/me': () => ({ id, role: 'therapist', zone: 'Europe/Berlin' }),
    'notification/list': () => (fails ? refusalResponse(503, 'UNAVAILABLE') : { items: [notification()], unread: 1 }),
  })
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await renderPage(<NotificationBell of="therapist" />, '/dashboard/therapist')
  fireEvent.click(await screen.findByRole('button', { name: uiText('notification:button') }))
  await screen.findByRole('link', { name: uiText('notification:all') })
  await act(() => vi.advanceTimersByTimeAsync(3_000))
  expect(screen.getByText(uiText('notification:unreadLate'))).toBeTruthy()
  fails = false
  fireEvent.click(screen.getByRole('button', { name: uiText('notification:again') }))
  expect(await screen.findByRole('button', { name: /Session accepted/ })).toBeTruthy()
})

test('a click marks a notification as read and opens its subject [2.28]', async () => {
  const { calls, router, client } = await openBell([notification()])
  await waitFor(() => expect(client.getQueriesData({ queryKey: [['account', 'me']] })[0]?.[1]).toBeTruthy())
  fireEvent.click(await screen.findByRole('button', { name: /Session accepted/ }))
  await waitFor(() => expect(router.state.location.href).toBe(`/dashboard/therapist/sessions/session-details?id=${id}`))
  expect(calls.find((call) => call.path === 'notification/markRead')?.input).toEqual({ id })
  await screen.findByRole('button', { name: 'Notifications' })
})

test('the address of a notification depends on its subject and the role', () => {
  expect(notificationLink({ relatedType: 'client', relatedId: id }, 'therapist')).toBe(
    `/dashboard/therapist/clients/${id}/client-profile`,
  )
  expect(notificationLink({ relatedType: 'client', relatedId: id }, 'client')).toBe('/dashboard/client')
  expect(notificationLink({ relatedType: 'entry', relatedId: id }, 'therapist')).toBe(
    `/dashboard/therapist/journals/${id}`,
  )
  expect(notificationLink({ relatedType: 'entry', relatedId: id }, 'client')).toBe(
    `/dashboard/client/journal?entry=${id}`,
  )
  for (const role of ['therapist', 'client'] as const)
    expect(notificationLink({ relatedType: 'conversation', relatedId: id }, role)).toBe(
      `/dashboard/${role}/messages?conversation=${id}`,
    )
  for (const type of ['message', 'messages'] as const)
    expect(notificationLink({ relatedType: type, relatedId: id }, 'client')).toBe('/dashboard/client/messages')
  expect(notificationLink({ relatedType: 'user', relatedId: id }, 'admin')).toBe('/dashboard/admin')
  expect(notificationLink({ relatedType: null, relatedId: null }, 'therapist')).toBe('/dashboard/therapist')
})

test.each([
  ['user', 'ana'],
  ['profile', 'ana'],
  ['profiles', 'ana'],
  ['message', 'm'],
  ['messages', 'm'],
  ['conversation', 'c'],
  ['conversations', 'c'],
] as const)(
  'a notification that names no person shows the picture to which %s leads [3.03]',
  async (type, relatedId) => {
    const about = { relatedType: type, relatedId, personId: null, personName: '', kind: 'note', title: 'Look' } as const
    mockServer({
      'message/sender': (input: { id: string }) => ({ senderId: input.id === 'm' ? 'ana' : null }),
      'message/latestFromOther': (input: { id: string }) => ({
        message: input.id === 'c' ? { senderId: 'ana' } : null,
      }),
      'account/profileOf': (input: { id: string }) => ({
        id: input.id,
        email: 'ana@practice.test',
        firstName: 'Ana',
        lastName: 'Moreau',
        role: 'client',
        avatarUrl: `/avatars/${input.id}/1.webp`,
      }),
    })
    const group = { newest: notification(about), ids: [id], subjects: new Set([id]) } as NotificationGroup
    await renderPage(<NotificationItem group={group} of="therapist" />, '/dashboard/therapist')
    const picture = () => screen.getByRole('button').querySelector('img')
    await waitFor(() => expect(picture()?.getAttribute('src')).toBe('/avatars/ana/1.webp'))
  },
)

test('a notification whose person is not found shows no picture, and no error [3.03, 8.09]', async () => {
  const { inputsOf } = mockServer({ 'account/profileOf': () => refusalResponse(404, 'NOT_FOUND') })
  const about = { relatedType: 'user', relatedId: 'x', personId: null, personName: 'Ana Moreau' } as const
  const group = { newest: notification(about), ids: [id], subjects: new Set([id]) } as NotificationGroup
  await renderPage(<NotificationItem group={group} of="therapist" />, '/dashboard/therapist')
  await waitFor(() => expect(inputsOf('account/profileOf')).toEqual([{ id: 'x' }]))
  const item = screen.getByRole('button')
  expect(item.querySelector('img')).toBeNull()
  expect(item.textContent).toMatch(/^AM/)
})

test.each(['session', 'client', 'task', 'entry', 'invoice', 'estimate', 'form', 'document', 'waiting-offer'] as const)(
  'a notification of type %s that names no person shows initials, and asks for nobody [3.03]',
  async (relatedType) => {
    const { calls } = mockServer({})
    const about = { relatedType, relatedId: 'x', personId: null, personName: 'Ana Moreau' } as const
    const group = { newest: notification(about), ids: [id], subjects: new Set([id]) } as NotificationGroup
    await renderPage(<NotificationItem group={group} of="therapist" />, '/dashboard/therapist')
    expect(screen.getByRole('button').textContent).toMatch(/^AM/)
    expect(calls.map(({ path }) => path).filter((path) => /^message|profileOf$/.test(path))).toEqual([])
  },
)

test('a new message of a sender without an account shows initials, and its conversation is not read for a picture [3.03]', async () => {
  const { inputsOf } = mockServer({ 'message/latestFromOther': () => ({ message: null }) })
  const about = { kind: 'message-received', relatedType: 'conversation', personId: null, personName: 'Ana M.' } as const
  const group = { newest: notification(about), ids: [id], subjects: new Set([id]) } as NotificationGroup
  await renderPage(<NotificationItem group={group} of="therapist" />, '/dashboard/therapist')
  expect(screen.getByRole('button').textContent).toMatch(/^AM/)
  expect(inputsOf('message/latestFromOther')).toEqual([])
})

test.each([
  ['message', 'message/sender', { senderId: null }],
  ['conversations', 'message/latestFromOther', { message: null }],
] as const)(
  'a note of type %s whose sender has no account shows no picture, and asks no profile [3.03]',
  async (relatedType, path, answer) => {
    const { inputsOf } = mockServer({ [path]: () => answer })
    const about = { kind: 'note', relatedType, relatedId: 'x', personId: null, personName: '' } as const
    const group = { newest: notification(about), ids: [id], subjects: new Set([id]) } as NotificationGroup
    await renderPage(<NotificationItem group={group} of="client" />, '/dashboard/client')
    await waitFor(() => expect(inputsOf(path)).toEqual([{ id: 'x' }]))
    expect(screen.getByRole('button').querySelector('img')).toBeNull()
    expect(inputsOf('account/profileOf')).toEqual([])
  },
)

test('a notification of a guardian opens the page on which the guardian acts for the client', () => {
  const actingFor = '0b1f4b7e-5d1f-4a58-9a43-0d3a1a2b3c4d' as ClientId
  const linkOf = (relatedType: Notification['relatedType']) =>
    notificationLink({ relatedType, relatedId: id, actingFor }, 'client')
  expect(linkOf('session')).toBe(`/for/${actingFor}/sessions/${id}`)
  expect(linkOf('form')).toBe(`/for/${actingFor}/forms/${id}`)
  expect(linkOf('invoice')).toBe(`/for/${actingFor}/invoices/${id}`)
  expect(linkOf(null)).toBe(`/for/${actingFor}`)
})

test('sessions scheduled for two children of a guardian are a row for each child', () => {
  const [tim, ida] = ['0b1f4b7e-5d1f-4a58-9a43-0d3a1a2b3c4d', '1b1f4b7e-5d1f-4a58-9a43-0d3a1a2b3c4d'] as ClientId[]
  const planned = (one: string, actingFor: ClientId | undefined) =>
    notification({ id: one, relatedId: one, kind: 'session-planned', actingFor: actingFor ?? null })
  const groups = groupNotifications([planned('a', tim), planned('b', ida), planned('c', tim)])
  expect(groups.map(({ ids }) => ids)).toEqual([['a', 'c'], ['b']])
})
