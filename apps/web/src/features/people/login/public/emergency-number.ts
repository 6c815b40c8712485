import { zonesOfCountry } from '@attune/contract/common/time/time'

const numbersByZone: readonly (readonly [zones: RegExp, number: string])[] = [
  [/^Europe\/(London|Belfast|Jersey|Guernsey|Isle_of_Man)$/, '999'],
  [/^(America|US|Canada)\/|^Pacific\/Honolulu$/, '911'],
  [/^Australia\//, '000'],
  [/^(Pacific\/(Auckland|Chatham)|NZ)/, '111'],
]

/**
 * Returns the emergency number for a time zone; 112 by default. `own` are the numbers that the practice has entered, by country. The table of
 * all countries is not used, because it would be part of the sign-in page.
 */
export function emergencyNumber(zone: string, own: Readonly<Record<string, { emergency: string }>> = {}): string {
  const country = Object.keys(own).find((one) => zonesOfCountry(one).includes(zone))
  const entered = country === undefined ? undefined : own[country]?.emergency
  return entered ?? numbersByZone.find(([zones]) => zones.test(zone))?.[1] ?? '112'
}
