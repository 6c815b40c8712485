import type { TimelineItem } from '@attune/contract/features/people/client/client.timeline'
import type { Client } from '@attune/contract/features/people/client/client'
import { richTextFromPlain } from '@attune/contract/common/rich-text/rich-text'
import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { mockServer, renderPage } from '../../../../testing/render-page.tsx'
import { uiText } from '../../../../testing/ui-text.ts'
import { ClientTimeline } from './ClientTimeline.tsx'

afterEach(() => vi.unstubAllGlobals())

const id = '5a1f4b7e-5d1f-4a58-9a43-0d3a1a2b3c4d'

test('the timeline says which version of the consent text the client agreed to, and opens its text @slow', async () => {
  const agreed: TimelineItem = {
    id: '2-1',
    at: '2026-11-02T09:00:00.000Z',
    kind: 'agreed',
    by: 'client',
    detail: 'consent',
    session: null,
    legalVersion: { id, version: 3 },
  }
  const version = { id, page: 'consent', language: 'en', version: 3, publishedAt: '2026-11-01T09:00:00.000Z' }
  const { calls } = mockServer({
    'client/timeline': () => ({ items: [agreed], next: null }),
    'legalText/version': () => ({ ...version, text: richTextFromPlain('I agree to be treated here.') }),
  })
  await renderPage(<ClientTimeline client={{ id, firstName: 'Ana' } as Client} />)
  await screen.findByText(uiText('record:timeline.agreed', { name: 'Ana' }))
  fireEvent.click(screen.getByRole('button', { name: uiText('record:timeline.version', { version: '3' }) }))
  expect(await screen.findByText('I agree to be treated here.')).toBeTruthy()
  expect(calls.find(({ path }) => path === 'legalText/version')?.input).toEqual({ id })
})

test('the timeline lists the events by month, each with its day, time and session in one line', async () => {
  const event = (number: number, at: string, kind: TimelineItem['kind']): TimelineItem => ({
    id: `${number}-1`,
    at,
    kind,
    by: 'client',
    detail: kind === 'session' ? 'askMove' : '',
    session: kind === 'session' ? { id, startsAt: '2026-12-03T09:00:00.000Z', startsAtBefore: null } : null,
    legalVersion: null,
  })
  mockServer({
    'login/session': () => ({ login: { userId: id, role: 'therapist', need: null } }),
    'account/me': () => ({ id, role: 'therapist', zone: 'UTC' }),
    'client/timeline': () => ({
      items: [
        event(3, '2026-11-12T10:30:00.000Z', 'session'),
        event(2, '2026-11-02T09:00:00.000Z', 'edited'),
        event(1, '2026-10-30T08:00:00.000Z', 'added'),
      ],
      next: null,
    }),
  })
  await renderPage(<ClientTimeline client={{ id, firstName: 'Ana' } as Client} />)
  const months = await screen.findAllByRole('heading', { level: 2 })
  expect(months.map(({ textContent }) => textContent)).toEqual(['November 2026', 'October 2026'])
  const lines = screen.getAllByRole('listitem')
  expect(lines.map((line) => line.querySelector('time')?.textContent)).toEqual([
    'Thu 12, 10:30',
    'Mon 2, 09:00',
    'Fri 30, 08:00',
  ])
  expect(
    within(lines[0] as HTMLElement)
      .getByRole('link')
      .getAttribute('href'),
  ).toContain(`session-details?id=${id}`)
})

test('a step of a guardian says so, and one of the client names the client', async () => {
  const step = (number: number, by: TimelineItem['by']): TimelineItem => ({
    id: `1-${number}`,
    at: new Date(0).toISOString(),
    kind: 'session',
    by,
    detail: 'askCancel',
    session: null,
    legalVersion: null,
  })
  mockServer({ 'client/timeline': () => ({ items: [step(2, 'guardian'), step(1, 'client')], next: null }) })
  await renderPage(<ClientTimeline client={{ id, firstName: 'Ana' } as Client} />)
  const lines = await screen.findAllByRole('listitem')
  expect(lines[0]?.textContent).toContain('A guardian for Ana asked to cancel')
  expect(lines[1]?.textContent).toContain('Ana asked to cancel')
  expect(lines[1]?.textContent).not.toContain('guardian')
})
