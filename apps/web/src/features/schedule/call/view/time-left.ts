/** The whole minutes until the planned end; 0 after it. The call goes on. */
export const minutesLeft = (endsAt: string, now: Date): number =>
  Math.max(Math.ceil((Date.parse(endsAt) - now.getTime()) / 60_000), 0)
