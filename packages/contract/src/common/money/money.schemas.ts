import { z } from 'zod'
import { isInvoiceCurrency } from './money.ts'

/** An amount in the smallest unit of its currency, as the string of an integer of up to 13 digits: '38000' is 380.00 €. */
export const Minor = z.string().regex(/^(?:0|-?[1-9]\d{0,12})$/)

/** The code of a currency in ISO 4217 that has 0 or 2 decimal digits, in capital letters. */
export const Currency = z.string().refine(isInvoiceCurrency, 'NOT_AN_INVOICE_CURRENCY')
