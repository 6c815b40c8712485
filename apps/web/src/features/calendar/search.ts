import { isDay } from '@attune/contract/common/time'
import { views, type View } from './views.ts'

/** What the address of the calendar carries: how and around which day it is looked at. */
export type CalendarSearch = { view?: View; day?: string }

/** A day of this century: the server speaks of no other. */
const isNear = (text: unknown): text is string => typeof text === 'string' && text.startsWith('20') && isDay(text)

export function searchOf(raw: Record<string, unknown>): CalendarSearch {
  const view = views.find((one) => one === raw.view)
  return { ...(view && { view }), ...(isNear(raw.day) && { day: raw.day }) }
}
