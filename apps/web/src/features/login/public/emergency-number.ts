const numbersByZone: readonly (readonly [zones: RegExp, number: string])[] = [
  [/^Europe\/(London|Belfast|Jersey|Guernsey|Isle_of_Man)$/, '999'],
  [/^(America|US|Canada)\/|^Pacific\/Honolulu$/, '911'],
  [/^Australia\//, '000'],
  [/^(Pacific\/(Auckland|Chatham)|NZ)/, '111'],
]

/** Returns the emergency number for a time zone; 112 by default. */
export const emergencyNumber = (zone: string) => numbersByZone.find(([zones]) => zones.test(zone))?.[1] ?? '112'
