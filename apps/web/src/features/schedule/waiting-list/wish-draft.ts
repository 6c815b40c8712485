import type { OwnWaitingEntry } from '@attune/contract/features/schedule/waiting-list/waiting-list'
import { weekdays } from '@attune/contract/common/time/time'

/** The parts of a day that can be chosen instead of typing times. */
export const wishParts = {
  any: { from: '00:00', until: '24:00' },
  morning: { from: '06:00', until: '12:00' },
  afternoon: { from: '12:00', until: '17:00' },
  evening: { from: '17:00', until: '22:00' },
} as const
export type DayPart = keyof typeof wishParts | 'times'

export type WishDraft = {
  weekdays: number[]
  part: DayPart
  from: string
  until: string
  noticeHours: number
  untilDay: string
}

const shownDays = 56
const dayAfter = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** Returns the draft of a new wish: any time on working days within the next eight weeks. */
export const newWish = (): WishDraft => ({
  weekdays: weekdays.filter((day) => day <= 5),
  part: 'any',
  from: '09:00',
  until: '17:00',
  noticeHours: 2,
  untilDay: dayAfter(shownDays),
})

export function partOf({ from, until }: { from: string; until: string }): DayPart {
  const parts = Object.keys(wishParts) as (keyof typeof wishParts)[]
  return parts.find((part) => wishParts[part].from === from && wishParts[part].until === until) ?? 'times'
}

export const wishOf = (entry: OwnWaitingEntry): WishDraft => {
  const { weekdays: days, from, until, noticeHours, untilDay } = entry
  const part = partOf(entry)
  return {
    weekdays: days,
    part,
    ...(part === 'times' ? { from, until } : { from: '09:00', until: '17:00' }),
    noticeHours,
    untilDay,
  }
}

/** Returns the values of the form as the API expects them: the days, the times and the notice. */
export function wishValues({ weekdays: days, part, from, until, noticeHours, untilDay }: WishDraft) {
  const times = part === 'times' ? { from, until } : wishParts[part]
  return { weekdays: days, ...times, noticeHours, untilDay }
}

/** Returns the first field that is missing or invalid; null if the wish is complete. */
export function wishProblem(wish: WishDraft): 'weekdays' | 'times' | 'untilDay' | null {
  const { from, until } = wishValues(wish)
  if (wish.weekdays.length === 0) return 'weekdays'
  if (!from || !until || until <= from) return 'times'
  return wish.untilDay ? null : 'untilDay'
}
