/** Returns a UTC time on the day that is `days` after today, in milliseconds. Tests use it for sessions that must be in the future. */
export function timeAhead(days: number, hour = 9, minute = 0): number {
  const today = new Date()
  return Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate() + days, hour, minute)
}
