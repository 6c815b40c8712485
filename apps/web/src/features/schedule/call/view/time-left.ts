/** Returns the minutes until the planned end, rounded up; 0 after it. The call continues after its planned end. */
export const minutesLeft = (endsAt: string, now: Date): number =>
  Math.max(Math.ceil((Date.parse(endsAt) - now.getTime()) / 60_000), 0)
