import { readSwitch, showValue } from './values.ts'

/** The limits that apply to each account. */
export type Limits = {
  /** The maximum number of new addresses that one therapist can invite. */
  invitations: { perHour: number; perDay: number }
  /** Whether the server enforces the hourly limits on calls that the policies of procedures set. */
  limitsWrites: boolean
}

export const limitNames = ['INVITATIONS_PER_HOUR', 'INVITATIONS_PER_DAY', 'WRITE_LIMITS'] as const

/** Reads the limits. Adds a sentence to `mistakes` for each wrong value. */
export function readLimits(read: (name: (typeof limitNames)[number]) => string | null, mistakes: string[]): Limits {
  const count = (name: (typeof limitNames)[number], usual: number) => {
    const value = read(name) ?? String(usual)
    if (/^[1-9]\d{0,5}$/.test(value)) return Number(value)
    mistakes.push(`${name} must be a number from 1 to 999999, not ${showValue(value)}.`)
    return usual
  }
  return {
    invitations: { perHour: count('INVITATIONS_PER_HOUR', 30), perDay: count('INVITATIONS_PER_DAY', 100) },
    limitsWrites: readSwitch('WRITE_LIMITS', read('WRITE_LIMITS') ?? 'on', mistakes),
  }
}
