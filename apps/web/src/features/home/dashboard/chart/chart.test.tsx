import type { ChartPeriod } from '@attune/contract/features/schedule/session/session.schemas'
import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { mockServer, renderPage } from '../../../../testing/render-page.tsx'
import { ChartSection } from './ChartSection.tsx'
import { uiText, uiTextPattern } from '../../../../testing/ui-text.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
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
  const { inputsOf } = mockServer({
    'session/chart': ({ period }: { period: ChartPeriod }) => ({
      items: firsts[period].map((from, at) => ({ from, ...all[at] })),
    }),
  })
  const drawn = await renderPage(<ChartSection viewer={viewer} />)
  return { ...drawn, asked: () => inputsOf('session/chart') }
}
const choose = async (period: string) =>
  fireEvent.change(await screen.findByRole('combobox', { name: 'Period' }), { target: { value: period } })

test('the chart is one image with a descriptive label, and the table shows its numbers @slow', async () => {
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

const bars = (image: HTMLElement) =>
  [...image.querySelectorAll<HTMLElement>('[data-of][data-side]:not([data-side="none"])')].map(
    (bar) => `${bar.dataset.of} ${bar.style.height.replace(/\.\d+/, '')}`,
  )

test('bars have the heights of their numbers, and the pointer shows the numbers of a period @slow', async () => {
  await show('therapist')
  const image = await screen.findByRole('img')
  // The highest grid line marks 3 sessions or 3 hours.
  expect(bars(image)).toEqual(['held 100%', 'held 33%', 'planned 66%'])
  for (const text of ['0', '1', '2', '3', '9 Nov', '16 Nov']) within(image).getByText(text)
  fireEvent.mouseEnter(within(image).getByText('16 Nov'))
  expect(within(image).getByText('Week of 16 November 2026').parentElement?.textContent).toBe(
    'Week of 16 November 2026Completed1Scheduled2',
  )
  fireEvent.mouseLeave(image.querySelector('[data-stacked]') as Element)
  expect(within(image).queryByText('Week of 16 November 2026')).toBeNull()
  fireEvent.click(screen.getByRole('radio', { name: 'Hours' }))
  expect(bars(image)).toEqual(['held 83%', 'held 27%', 'planned 55%'])
})

test('the chart is loaded when the person scrolls near it and the browser is idle', async () => {
  let scrollNear = () => {}
  let becomeIdle = () => {}
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(seen: (entries: { isIntersecting: boolean }[]) => void) {
        seen([{ isIntersecting: false }])
        scrollNear = () => seen([{ isIntersecting: true }])
      }
      observe() {}
      disconnect() {}
    },
  )
  vi.stubGlobal('requestIdleCallback', (show: () => void) => (becomeIdle = show))
  const { asked } = await show('client')
  await screen.findByRole('heading', { name: uiText('dashboard:chart.client') })
  act(() => becomeIdle())
  expect(screen.queryByRole('combobox')).toBeNull()
  scrollNear()
  act(() => becomeIdle())
  await screen.findByRole('img')
  expect(asked()).toEqual([{ period: 'monthly' }])
})

test('every period can be chosen, and the choice is remembered [9.05] @slow', async () => {
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
