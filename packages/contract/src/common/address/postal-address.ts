/** A postal address. `country` is a code of ISO 3166-1, or empty. */
export type PostalAddress = { street: string; postalCode: string; city: string; region: string; country: string }

/** Countries that write the postal code after the city and the region, and those that give it a line of its own. */
const [codeLast, codeAlone] = [new Set(['US', 'CA', 'AU']), new Set(['GB', 'IE'])]

function townLines({ postalCode, city, region, country }: PostalAddress): string[] {
  if (codeLast.has(country)) return [[[city, region].filter(Boolean).join(', '), postalCode].filter(Boolean).join(' ')]
  if (codeAlone.has(country)) return [city, postalCode]
  return [[postalCode, city].filter(Boolean).join(' ')]
}

/**
 * Returns the lines of an address below the name, as its country writes them. The country is the last line, in capitals
 * as `nameOf` names it, unless it is `home`, the country of the sender.
 */
export const addressLines = (address: PostalAddress, home: string, nameOf: (country: string) => string): string[] =>
  [
    address.street,
    ...townLines(address),
    address.country && address.country !== home ? nameOf(address.country).toUpperCase() : '',
  ].filter(Boolean)
