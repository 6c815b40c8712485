import type { TextTotals } from '@attune/contract/features/messages/text-message/text-message'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { mockServer, refusalResponse, renderPage } from '../../../testing/render-page.tsx'
import { uiText } from '../../../testing/ui-text.ts'
import { OwnTextTotals, PracticeTextTotals } from './text-message.ts'

afterEach(() => vi.unstubAllGlobals())

function serve(answers: Parameters<typeof mockServer>[0]) {
  const { calls } = mockServer({
    'login/session': () => ({ login: { userId: 'nora', role: 'therapist', need: null } }),
    'account/me': () => ({ id: 'nora', role: 'therapist', language: 'en', zone: 'Europe/Berlin' }),
    ...answers,
  })
  return calls
}
const months = ['2026-11', '2026-10', '2026-09', '2026-08']
const items: TextTotals['items'] = months.flatMap((month, n) => [
  { month, channel: 'sms', messages: 1_200 + n, segments: 1_500 + n, received: 40 + n },
  { month, channel: 'whatsapp', messages: 7 + n, segments: 7 + n, received: 5 },
])
const table = () => screen.getByRole('table')
const rows = () => within(table()).getAllByRole('row')
const cells = (row: HTMLElement | undefined) => Array.from(row?.children ?? [], ({ textContent }) => textContent)

test('a therapist sees messages, SMS parts and received messages of the latest months, and the earlier ones after a click', async () => {
  serve({ 'textMessage/totals': () => ({ items, channels: ['sms', 'whatsapp'] }) })
  await renderPage(<OwnTextTotals />)
  await screen.findByRole('table')
  expect(rows().slice(1, 4).map(cells)).toEqual([
    ['November 2026'],
    ['SMS', '1,200', '1,500', '40'],
    ['WhatsApp', '7', '–', '5'],
  ])
  expect(screen.queryByText('August 2026')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: uiText('textTotals:earlier') }))
  within(table()).getByText('August 2026')
  fireEvent.click(screen.getByRole('button', { name: uiText('textTotals:fewer') }))
  expect(rows()).toHaveLength(10)
})

test('a therapist sees the totals only with a channel, and before the first text a hint', async () => {
  const calls = serve({ 'textMessage/totals': () => ({ items: [], channels: [] }) })
  const { container, unmount } = await renderPage(<OwnTextTotals />)
  await waitFor(() => expect(calls.some(({ path }) => path === 'textMessage/totals')).toBe(true))
  expect(container.querySelector('section')).toBeNull()
  unmount()
  serve({ 'textMessage/totals': () => ({ items: [], channels: ['sms'] }) })
  await renderPage(<OwnTextTotals />)
  await screen.findByText(uiText('textTotals:empty.title'))
})

test('an admin sees the counts of the practice and of unknown numbers, after a failure on a repeat', async () => {
  let fails = true
  const answer = { items, unknown: { count: 3, latestAt: '2026-11-20T10:00:00.000Z' } }
  serve({ 'textMessage/practiceTotals': () => (fails ? refusalResponse(400, 'BAD_REQUEST') : answer) })
  await renderPage(<PracticeTextTotals />)
  await screen.findByText(uiText('textTotals:failed'))
  fails = false
  fireEvent.click(screen.getByRole('button', { name: uiText('textTotals:again') }))
  await screen.findByRole('table')
  expect(cells(rows()[2])).toEqual(['SMS', '1,200', '1,500', '40'])
  const when = '@'
  const [before] = uiText('textTotals:unknown_other', { count: '3', when }).split(when)
  screen.getByText((text) => text.startsWith(before ?? ' '))
})
