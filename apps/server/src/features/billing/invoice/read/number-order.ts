const collator = new Intl.Collator('en', { numeric: true })

/** Compares years and numbers of printed invoice numbers by their values, because a number has at least four digits and may have more. */
export const compareInvoiceNumbers = (one: string, other: string): number => collator.compare(one, other)
