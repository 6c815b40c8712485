import { todayIn } from './time.ts'

/** Returns the day of a moment in UTC, for code that takes the day in UTC. The day of a person is that of their zone: `todayIn`, `wallClockOf`. */
export const utcDay = (moment: Date | string | number): string => todayIn('UTC', new Date(moment))
