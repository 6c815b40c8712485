import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { failureResponse, mockServer, renderPage } from '../../../testing/render-page.tsx'
import { AccessLogPage } from './AccessLogPage.tsx'
import { uiText } from '../../../testing/ui-text.ts'

afterEach(() => vi.unstubAllGlobals())

const nora = { id: 'nora', name: 'Nora Lindqvist', avatarUrl: null }
const at = '2026-11-20T10:00:00.000Z'
const serve = (mine: () => unknown) =>
  mockServer({
    'login/session': () => ({ login: { userId: 'ana', role: 'client', need: null } }),
    'account/me': () => ({ id: 'ana', role: 'client', zone: 'Europe/Berlin' }),
    'access/mine': mine,
  })

test('the access log names the reader, the record and the time, links to the entry and explains what is not logged', async () => {
  serve(() => ({
    items: [
      { id: '1', at, reader: nora, thing: 'journal-entry', thingId: 'e1' },
      { id: '2', at, reader: { ...nora, name: '' }, thing: 'export', thingId: null },
    ],
    next: null,
  }))
  await renderPage(<AccessLogPage />)
  expect(await screen.findByText('Nora Lindqvist')).toBeTruthy()
  expect(screen.getByText(/Opened a shared journal entry/)).toBeTruthy()
  expect(screen.getByRole('link', { name: uiText('accessLog:toEntry') }).getAttribute('href')).toBe(
    '/dashboard/client/journal?entry=e1',
  )
  expect(screen.getByText(uiText('accessLog:gone'))).toBeTruthy()
  expect(screen.getByText(uiText('accessLog:what.not1'))).toBeTruthy()
  expect(screen.getByText(uiText('accessLog:what.not5'))).toBeTruthy()
})

test('an empty access log and a failed read each show their own message', async () => {
  serve(() => ({ items: [], next: null }))
  const first = await renderPage(<AccessLogPage />)
  expect(await screen.findByText(uiText('accessLog:empty'))).toBeTruthy()
  first.unmount()
  serve(() => failureResponse())
  await renderPage(<AccessLogPage />)
  expect(await screen.findByText(uiText('accessLog:failed'))).toBeTruthy()
})
