import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { mockServer, renderPage } from '../../../testing/render-page.tsx'
import { NotificationsPage } from './NotificationsPage.tsx'

afterEach(() => vi.unstubAllGlobals())

const item = (id: string, title: string, isRead: boolean) => ({
  id,
  kind: 'client-joined',
  title,
  message: '',
  subject: null,
  isRead,
  createdAt: new Date().toISOString(),
  updatedAt: new Date().toISOString(),
  relatedType: 'client',
  relatedId: id,
  personName: title,
  avatarUrl: null,
})

test('the page lists read and unread notifications, and a click on a read one sends nothing [4.07]', async () => {
  const items = [item('a', 'Ana', false), item('b', 'Bruno', true)]
  const { inputsOf } = mockServer({
    'login/session': () => ({ login: { userId: 'u', role: 'therapist', need: null } }),
    'account/me': () => ({ id: 'u', role: 'therapist', zone: 'Europe/Berlin' }),
    'notification/list': () => ({ items, unread: 1 }),
    'notification/history': () => ({ items, next: null }),
    'notification/markRead': () => ({ done: true }),
  })
  const { router } = await renderPage(<NotificationsPage />, '/dashboard/therapist/notifications')
  const unread = () => screen.findByRole('button', { name: /Ana.*Unread/ })
  await unread()
  fireEvent.click(screen.getByRole('button', { name: /Bruno/ }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard/therapist/clients/b/client-profile'))
  // Finds the button again, because the page renders the day as a new element if the account's time zone, once loaded, changes the day.
  fireEvent.click(await unread())
  await waitFor(() => expect(inputsOf('notification/markRead')).toEqual([{ id: 'a' }]))
  expect(screen.getByRole('button', { name: 'Mark all as read' })).toBeTruthy()
})

test('notifications are listed by day, earlier ones with their time of day', async () => {
  const at = (id: string, daysAgo: number) => ({
    ...item(id, id, true),
    createdAt: new Date(Date.now() - daysAgo * 86_400_000).toISOString(),
  })
  const items = [at('Ana', 0), at('Bruno', 1), at('Cleo', 1), at('Dora', 9)]
  mockServer({
    'login/session': () => ({ login: { userId: 'u', role: 'therapist', need: null } }),
    'account/me': () => ({ id: 'u', role: 'therapist', zone: 'UTC' }),
    'notification/list': () => ({ items: [], unread: 0 }),
    'notification/history': () => ({ items, next: null }),
  })
  await renderPage(<NotificationsPage />, '/dashboard/therapist/notifications')
  const [today, yesterday, earlier] = await screen.findAllByRole('heading', { level: 2 })
  expect([today?.textContent, yesterday?.textContent]).toEqual(['Today', 'Yesterday'])
  const rowsBelow = (day: HTMLElement | undefined) =>
    within(day?.parentElement as HTMLElement)
      .getAllByRole('button')
      .map((row) => row.textContent)
  expect(rowsBelow(today)).toEqual([expect.stringMatching(/Ana.*Just now$/)])
  expect(rowsBelow(yesterday)).toEqual([
    expect.stringMatching(/Bruno.*\d\d:\d\d$/),
    expect.stringMatching(/Cleo.*\d\d:\d\d$/),
  ])
  expect(rowsBelow(earlier)).toHaveLength(1)
})

test.each([
  ['the newest unread notification of its type', 'client-joined', '/dashboard/therapist/clients/a/client-profile'],
  ['the conversations, if no message is unread', 'message-received', '/dashboard/therapist/messages'],
  ['the list, if none of its type is unread', 'task-due', '/dashboard/therapist/notifications'],
])('a push notification opens %s @slow', async (_, open, expected) => {
  let items = [item('a', 'Ana', false), item('b', 'Bruno', false)]
  mockServer({
    'login/session': () => ({ login: { userId: 'u', role: 'therapist', need: null } }),
    'account/me': () => ({ id: 'u', role: 'therapist', zone: 'Europe/Berlin' }),
    'notification/list': () => ({ items, unread: items.length }),
    'notification/history': () => ({ items, next: null }),
    'notification/markRead': () => {
      items = items.slice(1)
      return { done: true }
    },
  })
  const { router } = await renderPage(<NotificationsPage />, `/dashboard/therapist/notifications?open=${open}`)
  await waitFor(() => expect(router.state.location.href).toBe(expected))
})
