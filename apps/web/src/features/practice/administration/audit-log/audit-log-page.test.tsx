import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { mockServer, renderPage } from '../../../../testing/render-page.tsx'
import { uiText } from '../../../../testing/ui-text.ts'
import { AuditLogPage } from './AuditLogPage.tsx'

afterEach(() => vi.unstubAllGlobals())

const line = {
  id: '7',
  at: '2026-11-20T09:00:00.000Z',
  actorId: 'admin',
  actorName: 'Ada Admin',
  action: 'change-role',
  thing: 'account',
  thingId: 'nora',
  thingName: 'Nora Lindqvist',
  ip: '192.0.2.7',
  before: { role: 'client' },
  after: { role: 'therapist' },
}

function serve() {
  const { inputsOf } = mockServer({
    'login/session': () => ({ login: { userId: 'admin', role: 'admin', need: null } }),
    'account/me': () => ({ id: 'admin', role: 'admin', language: 'en', zone: 'Europe/Berlin' }),
    'administration/auditLog': () => ({
      items: [line, { ...line, id: '6', action: 'made-up', before: null, after: null }],
      next: null,
    }),
    'administration/auditLogFilters': () => ({
      actions: ['change-role'],
      people: [{ id: 'nora', name: 'Nora Lindqvist' }],
    }),
  })
  return () => inputsOf('administration/auditLog')
}

test('a line shows who changed what for whom, before and after, and from where, even of an unknown action', async () => {
  serve()
  await renderPage(<AuditLogPage />)
  const row = (await screen.findByText(/Role changed: Account \(Nora Lindqvist\)/)).closest('li')
  for (const part of ['Ada Admin', '192.0.2.7', 'Client', 'Therapist']) expect(row?.textContent).toContain(part)
  expect(screen.getByText(/made-up/)).toBeTruthy()
})

test('equal lines are one row with their number and result, and the button shows each [2.20] @slow', async () => {
  const at = (minute: number) => `2026-11-20T09:0${minute}:00.000Z`
  const change = { ...line, action: 'change', thing: 'product-settings', thingId: null, thingName: '' }
  mockServer({
    'login/session': () => ({ login: { userId: 'admin', role: 'admin', need: null } }),
    'account/me': () => ({ id: 'admin', role: 'admin', language: 'en', zone: 'Europe/Berlin' }),
    'administration/auditLog': () => ({
      items: [
        {
          ...change,
          id: '9',
          at: at(3),
          before: { practice_name: 'Mor', zone: 'b' },
          after: { practice_name: 'Moreau', zone: 'a' },
        },
        {
          ...change,
          id: '8',
          at: at(2),
          before: { practice_name: 'Lind', zone: 'a' },
          after: { practice_name: 'Mor', zone: 'b' },
        },
        { ...line, id: '7', at: at(1) },
      ],
      next: null,
    }),
    'administration/auditLogFilters': () => ({ actions: [], people: [] }),
  })
  await renderPage(<AuditLogPage />)
  const row = (
    await screen.findByText(uiText('auditLog:times', { count: '2', from: '10:02', until: '10:03' }))
  ).closest('li')
  // The zone was changed and changed back, so it is in the single lines only.
  const [result] = row?.querySelectorAll(':scope > div > div:nth-of-type(2)') ?? []
  expect(result?.textContent).toMatch(/: Lind Moreau$/)
  expect(row?.querySelectorAll('ins')).toHaveLength(1 + 4)
  const each = screen.getByRole('button', { name: uiText('auditLog:showEach') })
  expect(each.getAttribute('aria-expanded')).toBe('false')
  fireEvent.click(each)
  expect(screen.getAllByText('Mor')).toHaveLength(2)
  expect(screen.getByText(/Role changed/)).toBeTruthy()
})

test('the log is filtered by person and action @slow', async () => {
  const asked = serve()
  await renderPage(<AuditLogPage />)
  await screen.findByRole('option', { name: 'Nora Lindqvist' })
  fireEvent.change(screen.getByLabelText(uiText('auditLog:filter.person')), { target: { value: 'nora' } })
  fireEvent.change(screen.getByLabelText(uiText('auditLog:filter.action')), { target: { value: 'change-role' } })
  await waitFor(() => expect(asked().at(-1)).toMatchObject({ person: 'nora', action: 'change-role' }))
})
