import { views, type View } from './views.ts'

/** What the address of the calendar carries: how and around which day it is looked at. */
export type CalendarSearch = { view?: View; day?: string }

const isDay = (text: unknown): text is string =>
  typeof text === 'string' &&
  /^20\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/.test(text) &&
  !Number.isNaN(Date.parse(text))

export function searchOf(raw: Record<string, unknown>): CalendarSearch {
  const view = views.find((one) => one === raw.view)
  return { ...(view && { view }), ...(isDay(raw.day) && { day: raw.day }) }
}
