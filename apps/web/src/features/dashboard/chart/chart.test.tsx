import type { ChartPeriod } from '@attune/contract/features/session.schemas'
import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { mockServer, renderPage } from '../../../testing/render-page.tsx'
import { ChartSection } from './ChartSection.tsx'
import { uiText, uiTextPattern } from '../../../testing/ui-text.ts'

// The chart draws bars only in an element with a size. jsdom computes no sizes, so each element gets the same one.
beforeEach(() => {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 600, 200))
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const firsts: Record<ChartPeriod, string[]> = {
  daily: ['2026-11-19', '2026-11-20'],
  weekly: ['2026-11-09', '2026-11-16'],
  monthly: ['2026-10-01', '2026-11-01'],
  quarterly: ['2026-07-01', '2026-10-01'],
  yearly: ['2025-01-01', '2026-01-01'],
}
const counts = [
  { held: 3, heldMinutes: 150, planned: 0, plannedMinutes: 0 },
  { held: 1, heldMinutes: 50, planned: 2, plannedMinutes: 100 },
]
const none = { held: 0, heldMinutes: 0, planned: 0, plannedMinutes: 0 }

async function show(viewer: 'therapist' | 'client', all = counts) {
  const { calls, fetched } = mockServer({
    'session/chart': ({ period }: { period: ChartPeriod }) => ({
      items: firsts[period].map((from, at) => ({ from, ...all[at] })),
    }),
  })
  vi.stubGlobal('fetch', fetched)
  const drawn = await renderPage(<ChartSection viewer={viewer} />)
  return { ...drawn, asked: () => calls.filter(({ path }) => path === 'session/chart').map((call) => call.input) }
}
const choose = async (period: string) =>
  fireEvent.change(await screen.findByRole('combobox', { name: 'Period' }), { target: { value: period } })

test('the chart is one image with a descriptive label, and the table shows its numbers', async () => {
  await show('therapist')
  const image = await screen.findByRole('img')
  expect(image.getAttribute('aria-label')).toBe(
    uiText('charts:label', {
      what: 'Sessions',
      period: 'Weekly',
      words: 'Last 2 weeks: 4 sessions, 3 h 20 min. This week: 1 completed, 2 scheduled.',
    }),
  )
  fireEvent.click(screen.getByRole('button', { name: 'Show as table' }))
  const rows = within(screen.getByRole('table', { name: 'Sessions and hours' })).getAllByRole('row')
  expect(rows.map((row) => row.textContent)).toEqual([
    'Week ofCompletedHours completedScheduledHours scheduled',
    '16 Nov 202610.821.7',
    '9 Nov 202632.5––',
  ])
  fireEvent.click(screen.getByRole('button', { name: 'Show as chart' }))
  fireEvent.click(screen.getByRole('radio', { name: 'Hours' }))
  expect(screen.getByRole('img').getAttribute('aria-label')).toMatch(/^Hours, Weekly/)
})

test('every period can be chosen, and the choice is remembered [9.05]', async () => {
  const { unmount, asked } = await show('client')
  const periods = [...(await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Period' })).options]
  expect(periods.map(({ text }) => text)).toEqual(['Daily', 'Weekly', 'Monthly', 'Quarterly', 'Yearly'])
  for (const [period, row] of [
    ['daily', 'Fri 20 Nov'],
    ['weekly', '16 Nov 2026'],
    ['monthly', 'November 2026'],
    ['quarterly', 'Q4 2026'],
    ['yearly', '2026'],
  ] as const) {
    await choose(period)
    if (period === 'daily') fireEvent.click(await screen.findByRole('button', { name: 'Show as table' }))
    await screen.findByRole('rowheader', { name: row })
  }
  expect(asked()).toEqual(['monthly', 'daily', 'weekly', 'quarterly', 'yearly'].map((period) => ({ period })))
  unmount()
  const again = await show('client')
  await screen.findByRole('img')
  expect(again.asked()).toEqual([{ period: 'yearly' }])
})

test('a chart without sessions shows a message, and a client cannot switch to hours', async () => {
  const { unmount } = await show('client', [none, none])
  await screen.findByText(uiTextPattern('charts:empty'))
  expect(screen.queryByRole('img')).toBeNull()
  unmount()
  await show('client')
  await screen.findByRole('img')
  expect(screen.queryByRole('radio')).toBeNull()
})
