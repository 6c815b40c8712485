/** A postal address. Unknown parts are empty. */
export type PostalAddress = {
  street: string
  postalCode: string
  city: string
  region: string
  /** The country as its ISO 3166-1 alpha-2 code; empty if it is unknown. */
  country: string
}

/** The countries whose addresses have the postal code after city and region, and those that have it on a separate line. */
const [codeLast, codeAlone] = [new Set(['US', 'CA', 'AU']), new Set(['GB', 'IE'])]

function townLines({ postalCode, city, region, country }: PostalAddress): string[] {
  if (codeLast.has(country)) return [[[city, region].filter(Boolean).join(', '), postalCode].filter(Boolean).join(' ')]
  if (codeAlone.has(country)) return [city, postalCode]
  return [[postalCode, city].filter(Boolean).join(' ')]
}

/**
 * Returns the lines of an address without the name, in the format of its country. Omits empty lines. The last line is the name of the country in
 * capitals, from `nameOf`; it is omitted if the country is empty or is `home`, the country of the sender.
 */
export const addressLines = (address: PostalAddress, home: string, nameOf: (country: string) => string): string[] =>
  [
    address.street,
    ...townLines(address),
    address.country && address.country !== home ? nameOf(address.country).toUpperCase() : '',
  ].filter(Boolean)
