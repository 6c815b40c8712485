import type { Page } from '@playwright/test'
import { instantOf, shiftDay, weekdayOf } from '../packages/contract/src/common/time/time.ts'
import {
  type ClientPracticeMember,
  dayAhead,
  type JourneyPractice,
  startJourneyPractice,
  journeyZone,
} from './practice.ts'
import type { JourneyServer } from './server.ts'

/** A practice with availability on weekdays from 09:00 to 17:00, and two clients. */
export type CalendarSetup = {
  product: JourneyServer
  practice: JourneyPractice
  ana: ClientPracticeMember
  leo: ClientPracticeMember
}

export async function setUpCalendar(): Promise<CalendarSetup> {
  const { product, practice } = await startJourneyPractice()
  const ana = await practice.newClient('Ana', 'Moreau')
  const leo = await practice.newClient('Leo', 'Brandt')
  const { api } = practice.therapist
  const { rules, version } = await api.availability.mine({})
  const hours = { from: '09:00', until: '17:00', formats: ['video' as const], location: '' }
  await api.availability.save({ weekly: [1, 2, 3, 4, 5].map((weekday) => ({ weekday, ...hours })), rules, version })
  return { product, practice, ana, leo }
}

/** The first Monday that is at least 14 days from now. */
export const monday = Array.from({ length: 7 }, (_, i) => dayAhead(14 + i)).find((one) => weekdayOf(one) === 1) ?? ''
export const mondayPlusDays = (days: number) => shiftDay(monday, days)
export const instantOnDay = (days: number, time: string) => instantOf(mondayPlusDays(days), time, journeyZone)

export const calendarGrid = (page: Page) => page.getByRole('application')
export const calendarItem = (page: Page, id: string) => page.locator(`[data-item="${id}"]`)
export const pressKey = async (page: Page, key: string, times = 1) => {
  for (let i = 0; i < times; i++) await page.keyboard.press(key)
}
export const openCalendar = (page: Page, search = `?view=week&day=${monday}`) =>
  page.goto(`/dashboard/therapist/calendar${search}`)
