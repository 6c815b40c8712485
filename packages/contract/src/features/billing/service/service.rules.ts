/** The maximum number of services of a therapist, archived ones included. */
export const serviceLimit = 200

/** The maximum number of characters of the texts of a service. */
export const serviceLengths = { code: 20, text: 300, place: 100 } as const

/** Whether an amount in the smallest unit of its currency can be a price: not negative, up to 99,999,999.99 €. */
export const isPrice = (minor: string) => /^\d{1,10}$/.test(minor)

/** The longest duration of a service in minutes. */
export const longestService = 1440

/** The highest tax rate in basis points. */
export const highestTaxRate = 5000
