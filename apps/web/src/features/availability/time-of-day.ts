/**
 * Parses a typed time of day: `830`, `8.30`, `8:30`, `8`. Returns `HH:MM`, or null for anything else.
 * @param end whether the time is the end of a range, where midnight is `24:00`
 */
export function parseTimeOfDay(typed: string, end = false): string | null {
  const [, hour = '', minute = '00'] = /^(\d{1,2})(?:\s*[:.,h]?\s*(\d{2}))?$/i.exec(typed.trim()) ?? []
  if (hour === '' || Number(hour) > 24 || Number(minute) > 59) return null
  const time = `${hour.padStart(2, '0')}:${minute}`
  if (end && (time === '00:00' || time === '24:00')) return '24:00'
  return Number(hour) < 24 ? time : null
}

/** Returns the minutes since midnight of a time `HH:MM`. */
export function minutesSinceMidnight(time: string): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return hour * 60 + minute
}
