import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { mockServer, renderPage } from '../../../../testing/render-page.tsx'
import { uiText } from '../../../../testing/ui-text.ts'
import { firstWeekday } from './first-weekday.ts'
import { MoneySection } from './MoneySection.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
})

const item = { issuedMinor: '38000', receivedMinor: '19000', openMinor: '19000', overdueMinor: '9500' }
const none = { issuedMinor: '0', receivedMinor: '0', openMinor: '0', overdueMinor: '0' }
const euros = {
  currency: 'EUR',
  items: [
    { from: '2026-10-01', ...none },
    { from: '2026-11-01', ...item },
  ],
}
const francs = { currency: 'CHF', items: [{ from: '2026-11-01', ...item, issuedMinor: '12000' }] }

async function show(currencies: object[], open = true) {
  const { calls } = mockServer({
    'business/access': () => ({ open, reason: open ? null : 'off' }),
    'payment/chart': () => ({ currencies }),
  })
  await renderPage(<MoneySection />)
  return (name = 'payment/chart') =>
    calls.filter(({ path }) => path === name).map(({ input }) => input as { period: string })
}

test('the chart of money has a summary, and a table with what was issued, received, open and overdue @slow', async () => {
  await show([euros])
  const summary =
    'This month: €380.00 issued, €190.00 received. Still open from these invoices: €190.00 (€95.00 overdue).'
  expect(await screen.findByText(summary)).toBeTruthy()
  const image = screen.getByRole('img')
  expect(image.getAttribute('aria-label')).toBe(
    uiText('moneyChart:label', { currency: 'EUR', period: 'Monthly', words: summary }),
  )
  fireEvent.click(screen.getByRole('button', { name: uiText('charts:asTable') }))
  const table = within(screen.getByRole('table', { name: uiText('moneyChart:caption', { currency: 'EUR' }) }))
  expect(table.getAllByRole('row').map((row) => row.textContent)).toEqual([
    'MonthIssuedReceivedOpenOverdue',
    'November 2026€380.00€190.00€190.00€95.00',
    'October 2026––––',
  ])
})

test('bars stand on zero, a credit note is below it, and the pointer shows the exact amounts @slow', async () => {
  const exact = { ...item, issuedMinor: '90071992547409931', receivedMinor: '0' }
  const items = [
    { ...none, from: '2026-10-01', issuedMinor: '-900719925474099' },
    { ...exact, from: '2026-11-01' },
  ]
  await show([{ currency: 'EUR', items }])
  const image = await screen.findByRole('img')
  const bars = [...image.querySelectorAll<HTMLElement>('[data-of][data-side]')]
  expect(bars.map(({ dataset }) => `${dataset.of} ${dataset.side}`)).toEqual([
    'issued below',
    'received none',
    'issued above',
    'received none',
  ])
  for (const text of ['-500T', '0', '500T', '1000T']) within(image).getByText(text)
  const [below, , above] = bars.map(({ style }) => Number.parseFloat(style.bottom) + Number.parseFloat(style.height))
  expect(below).toBeCloseTo(100 / 3)
  expect(Number.parseFloat(bars[2]?.style.bottom ?? '')).toBeCloseTo(100 / 3)
  expect(above).toBeGreaterThan(90)
  fireEvent.mouseEnter(within(image).getByText('Nov'))
  within(image).getByText('€900,719,925,474,099.31')
})

test('days, weeks, months, quarters and years of money can be chosen [9.05]', async () => {
  const asked = await show([euros])
  const select = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Period' })
  expect([...select.options].map(({ text }) => text)).toEqual(['Daily', 'Weekly', 'Monthly', 'Quarterly', 'Yearly'])
  for (const period of ['daily', 'weekly', 'quarterly', 'yearly']) {
    fireEvent.change(screen.getByRole('combobox', { name: 'Period' }), { target: { value: period } })
    await expect.poll(() => asked().at(-1)?.period).toBe(period)
  }
})

test('each currency is shown on its own', async () => {
  await show([francs, euros])
  fireEvent.change(await screen.findByRole('combobox', { name: uiText('moneyChart:currency') }), {
    target: { value: 'EUR' },
  })
  expect(await screen.findByText(/€380\.00 issued/)).toBeTruthy()
  expect(screen.queryByText(/CHF.120\.00/)).toBeNull()
})

test('a therapist who does not use payments sees no chart of money', async () => {
  const asked = await show([], false)
  await expect.poll(() => asked('business/access')).toHaveLength(1)
  expect(screen.queryByRole('heading')).toBeNull()
  expect(asked()).toEqual([])
})

test("a week begins on the first day of the reader's language and region", () => {
  expect(firstWeekday('de', ['de-DE', 'en-US'])).toBe(1)
  expect(firstWeekday('en', ['de-DE', 'en-US'])).toBe(7)
  expect(firstWeekday('en', ['en-GB'])).toBe(1)
})
