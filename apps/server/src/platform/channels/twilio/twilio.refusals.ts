import type { TextRefusal } from '../text-provider.ts'

/** Twilio's error codes that the product distinguishes. All other codes count as `other`. */
const codes: Record<Exclude<TextRefusal, 'other'>, readonly number[]> = {
  stopped: [21610],
  'window-closed': [63016],
  'not-reachable': [21211, 21217, 21612, 30003, 30005, 63003, 63024, 63032],
  'not-mobile': [21614, 21635, 30006],
  country: [21408],
  limited: [14107, 20429, 21611, 30001, 63018],
  misconfigured: [20003, 20008, 20404, 21212, 21603, 21606, 21608, 21659, 21660, 30002, 30034, 63007],
}
const reasons = new Map(
  Object.entries(codes).flatMap(([reason, numbers]) => numbers.map((code) => [code, reason as TextRefusal] as const)),
)

export const refusalOfTwilioCode = (code: number): TextRefusal => reasons.get(code) ?? 'other'
