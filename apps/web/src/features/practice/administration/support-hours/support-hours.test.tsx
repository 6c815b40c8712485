import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { mockServer, renderPage } from '../../../../testing/render-page.tsx'
import { uiText } from '../../../../testing/ui-text.ts'
import { SupportHoursQuestion } from './SupportHoursQuestion.tsx'
import { SupportHoursSettings } from './SupportHoursSettings.tsx'

afterEach(() => vi.unstubAllGlobals())

const eastern = { firstDay: 1, lastDay: 5, from: '09:00', to: '17:00', zone: 'America/New_York' }

async function show(what: React.ReactNode) {
  let hours = eastern
  const { inputsOf } = mockServer({
    'login/session': () => ({ login: { userId: 'root', role: 'admin', need: null } }),
    'account/me': () => ({ id: 'root', role: 'admin', zone: 'Europe/Berlin', language: 'en' }),
    'product/support': () => {
      const { firstDay, lastDay, ...rest } = hours
      const days = [1, 2, 3, 4, 5, 6, 7].filter((day) => day >= firstDay && day <= lastDay)
      return { text: '', email: null, hours: { days, ...rest }, open: false }
    },
    'administration/saveSupportHours': (input: typeof eastern) => {
      hours = input
      return { done: true }
    },
  })
  await renderPage(what)
  return () => inputsOf('administration/saveSupportHours')
}

test('the admin sees the support hours with their zone and confirms them unchanged [9.03]', async () => {
  const saved = await show(<SupportHoursQuestion />)
  const hours = { first: 'Monday', last: 'Friday', from: '09:00', to: '17:00', zone: 'New York' }
  await screen.findByText(uiText('product:support.hours', hours), { exact: false })
  fireEvent.click(screen.getByRole('button', { name: uiText('administration:supportHours.confirm') }))
  await waitFor(() => expect(saved()).toEqual([{ ...eastern, before: eastern }]))
})

test('the admin changes the days, the times and the zone of support, and cannot choose an end before the start @slow', async () => {
  const saved = await show(<SupportHoursSettings />)
  const field = (name: 'firstDay' | 'lastDay' | 'from' | 'to' | 'zone') =>
    screen.getByLabelText<HTMLSelectElement>(uiText(`administration:supportHours.${name}`))
  const choose = async (name: Parameters<typeof field>[0], value: string) => {
    fireEvent.change(field(name), { target: { value } })
    await waitFor(() => expect(field(name).value).toBe(value))
    await screen.findByText(uiText('common:outcome.saved'))
  }
  await screen.findByLabelText(uiText('administration:supportHours.lastDay'))
  expect([...field('to').options].map(({ value }) => value)[0]).toBe('09:30')
  await choose('lastDay', '4')
  await choose('from', '08:30')
  const zone = await screen.findByRole('combobox', { name: uiText('administration:supportHours.zone') })
  act(() => zone.focus())
  fireEvent.change(zone, { target: { value: 'berlin' } })
  fireEvent.click(await screen.findByRole('option', { name: /^Berlin/, hidden: true }))
  await waitFor(() => expect(saved()).toHaveLength(3))
  const before = { ...eastern, lastDay: 4, from: '08:30' }
  expect(saved().at(-1)).toEqual({ ...before, zone: 'Europe/Berlin', before })
})
