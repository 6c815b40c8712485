import { isDay } from '@attune/contract/common/time/time'

export const calendarViews = ['day', 'week', 'month', 'list'] as const
export type CalendarView = (typeof calendarViews)[number]

/** The search parameters of the calendar page. */
export type CalendarSearch = {
  view?: CalendarView
  day?: string
  /** Opens the print dialog once the page has loaded. */
  print?: true
}

/** Returns whether a text is a day (`YYYY-MM-DD`) between 2000 and 2099, the range that the server accepts. */
const isSupportedDay = (text: unknown): text is string =>
  typeof text === 'string' && text.startsWith('20') && isDay(text)

export function parseCalendarSearch(raw: Record<string, unknown>): CalendarSearch {
  const view = calendarViews.find((one) => one === raw.view)
  return {
    ...(view && { view }),
    ...(isSupportedDay(raw.day) && { day: raw.day }),
    ...(raw.print === true && { print: true as const }),
  }
}
