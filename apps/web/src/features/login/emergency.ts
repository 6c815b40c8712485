const elsewhere: readonly (readonly [zones: RegExp, number: string])[] = [
  [/^Europe\/(London|Belfast|Jersey|Guernsey|Isle_of_Man)$/, '999'],
  [/^(America|US|Canada)\/|^Pacific\/Honolulu$/, '911'],
  [/^Australia\//, '000'],
  [/^(Pacific\/(Auckland|Chatham)|NZ)/, '111'],
]

/** The emergency number where the reader is, as far as the time zone tells; 112 everywhere else. */
export const emergencyNumber = (zone: string) => elsewhere.find(([zones]) => zones.test(zone))?.[1] ?? '112'
