import type { HealthReason } from '@attune/contract/features/practice/administration/administration.health.rules'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { mockServer, renderPage } from '../../../../testing/render-page.tsx'
import { uiText } from '../../../../testing/ui-text.ts'
import { AdminDashboard } from './AdminDashboard.tsx'
import { bytesText } from './figure-text.ts'
import { JobsPage } from '../jobs/JobsPage.tsx'

const at = '2026-11-20T09:00:00.000Z'
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-24T09:00:00.000Z') }))
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const result = (reason: HealthReason, figures = {}) => ({ reason, since: at, checkedAt: at, figures })
const feedback = {
  id: 'f1',
  at,
  name: null,
  email: null,
  role: 'client',
  page: '/dashboard',
  text: 'Fine',
  doneAt: null,
}
const none = { items: [], next: null }

function serve(health: readonly ReturnType<typeof result>[] = []) {
  let isOpen = true
  let failed = 3
  const { inputsOf } = mockServer({
    'login/session': () => ({ login: { userId: 'admin', role: 'admin', need: null } }),
    'account/me': () => ({ id: 'admin', role: 'admin', language: 'en', zone: 'Europe/Berlin' }),
    'product/info': () => ({ practiceName: 'Lindqvist' }),
    'administration/overview': () => ({ therapists: 2, clients: 5, failedJobs: failed, supportHoursConfirmed: true }),
    'administration/roleRequests': () => none,
    'administration/feedback': () => ({ items: isOpen ? [feedback] : [], next: null }),
    'administration/markFeedback': ({ done }: { done: boolean }) => {
      isOpen = !done
      return { done: true }
    },
    'administration/accountsToCheck': () => ({
      items: [{ id: 'nora', name: 'Nora Lindqvist', role: 'therapist', concern: 'no-second-factor', since: at }],
    }),
    'administration/health': () => ({ items: health }),
    'administration/usage': () => ({
      at,
      counts: [{ type: 'sessions', count: 1204 }],
      storage: [
        { type: 'audio', count: 3, bytes: 2_500_000 },
        { type: 'database', count: null, bytes: 48_000_000 },
      ],
    }),
    'administration/outbox': () => none,
    'administration/jobs': () => ({
      items:
        failed > 0 ? [{ type: 'mail', waiting: 2, waitingSince: at, later: 0, running: 0, failed, failedAt: at }] : [],
    }),
    'administration/failedJobs': () => ({
      items: [{ id: 'j1', failedAt: at, attempts: 13, reason: 'unreachable' }],
      next: null,
    }),
    'administration/runFailedJobs': ({ id }: { id?: string }) => {
      const count = id ? 1 : failed
      failed -= count
      return { count }
    },
  })
  return (path: string) => inputsOf(`administration/${path}`)
}

test('the dashboard links to the pages that the sidebar does not list [2.20]', async () => {
  serve()
  await renderPage(<AdminDashboard />)
  for (const name of ['accounts', 'roleRequests', 'auditLog', 'jobs', 'backups'] as const)
    expect(await screen.findByRole('link', { name: uiText(`shell:pages.${name}`) })).toBeTruthy()
})

test('items that need attention are listed without a client’s name until they are done [2.03]', async () => {
  const asked = serve()
  await renderPage(<AdminDashboard />)
  const attention = await screen.findByRole('region', { name: new RegExp(uiText('adminDashboard:attention.title')) })
  await within(attention).findByText('Nora Lindqvist')
  expect(within(attention).getByText('3 background jobs failed')).toBeTruthy()
  expect(await screen.findByText(uiText('adminDashboard:feedback.client'))).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: uiText('adminDashboard:feedback.doneOf', { text: 'Fine' }) }))
  await waitFor(() => expect(screen.queryByText('Fine')).toBeNull())
  expect(asked('markFeedback')).toEqual([{ id: 'f1', done: true }])
})

test('each part of the system says its state, what it means, since when and what to do [2.03] @slow', async () => {
  serve([
    result('email-failing', { count: 4 }),
    result('disk-ok', { percent: 42, bytes: 80_000_000_000 }),
    result('sms-off'),
  ])
  await renderPage(<AdminDashboard />)
  const rowOf = async (item: 'email' | 'disk' | 'sms') =>
    (await screen.findByRole('heading', { name: uiText(`adminDashboard:health.items.${item}`) })).parentElement
      ?.parentElement as HTMLElement
  const email = (await rowOf('email')).textContent
  expect(email).toContain(uiText('adminDashboard:health.states.failing'))
  expect(email).toContain('4 emails are affected')
  expect(email).toContain(uiText('adminDashboard:health.todo.email-failing'))
  expect(email).toContain('20 Nov, 10:00')
  expect((await rowOf('disk')).textContent).toContain('80 GB free (42%)')
  expect((await rowOf('sms')).textContent).toContain(uiText('adminDashboard:health.states.off'))
  // One link is beside the failing emails, the other beside the failed jobs.
  expect(screen.getAllByRole('link', { name: uiText('adminDashboard:health.links.jobs') })).toHaveLength(2)
})

test('a wrong address names what arrived and PUBLIC_URL, and what to do', async () => {
  const [origin, host] = ['https://practice.example:8443', 'practice.example']
  serve([result('address-mismatch', { origin, host, publicUrl: origin })])
  await renderPage(<AdminDashboard />)
  const means = uiText('adminDashboard:health.means.address-mismatch', { origin, host, publicUrl: origin })
  expect(await screen.findByText(means)).toBeTruthy()
  expect(means).toContain(`PUBLIC_URL is ${origin}`)
  expect(screen.getByText(uiText('adminDashboard:health.todo.address-mismatch'))).toBeTruthy()
})

test('the relay of video calls says where it listens and how fast it answered @slow', async () => {
  serve([result('relay-ok', { port: 3478, milliseconds: 2 })])
  await renderPage(<AdminDashboard />)
  const means = uiText('adminDashboard:health.means.relay-ok', { port: '3478', milliseconds: '2' })
  expect(await screen.findByText(means)).toBeTruthy()
  expect(means).toContain('listens on port 3478 and answered this server in 2 ms')
  const link = screen.getByRole('link', { name: uiText('adminDashboard:health.links.video') })
  expect(link.getAttribute('href')).toBe('/dashboard/admin/settings/video')
})

test('counts and storage are shown by type with the moment to which they apply', async () => {
  serve()
  await renderPage(<AdminDashboard />)
  expect((await screen.findByText('1,204')).parentElement?.textContent).toContain('Sessions')
  expect(screen.getByText('3 · 2.5 MB').closest('div')?.textContent).toContain('Recordings')
  expect(screen.getByText('48 MB').closest('div')?.textContent).toContain('Database')
  expect(screen.getByText(uiText('adminDashboard:usage.at', { when: 'Fri 20 Nov, 10:00' }))).toBeTruthy()
})

test('failed jobs are shown with time and reason and run again, one or all of a type @slow', async () => {
  const asked = serve()
  await renderPage(<JobsPage />)
  const type = uiText('adminJobs:types.mail')
  expect(await screen.findByText('3 failed')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: uiText('adminJobs:showOf', { type }) }))
  expect(await screen.findByText(uiText('adminJobs:reasons.unreachable'))).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: uiText('adminJobs:runOf', { type, when: 'Fri 20 Nov, 10:00' }) }))
  await screen.findByText('2 failed')
  fireEvent.click(screen.getByRole('button', { name: uiText('adminJobs:runAllOf', { type }) }))
  expect(await screen.findByText(uiText('adminJobs:empty'))).toBeTruthy()
  expect(asked('runFailedJobs')).toEqual([{ type: 'mail', id: 'j1' }, { type: 'mail' }])
})

test('a size is shown in the unit that fits', () => {
  const sizes = [0, 1, 999_000, 1_440_000, 2_500_000_000].map((bytes) => bytesText(bytes, 'en'))
  expect(sizes).toEqual(['0 kB', '1 kB', '999 kB', '1.4 MB', '2.5 GB'])
})
