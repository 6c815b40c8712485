import { z } from 'zod'
import { countryCodes } from './country.ts'

/** A country or territory of ISO 3166-1, as its alpha-2 code in capitals. */
export const CountryCode = z.string().refine((code) => countryCodes.includes(code), 'UNKNOWN_COUNTRY')
