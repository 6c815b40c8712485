/** The country whose law (45 CFR 149.610) asks for Good Faith Estimates, and the currency in which they are written. */
export const estimateCountry = 'US'
export const estimateCurrency = 'USD'
