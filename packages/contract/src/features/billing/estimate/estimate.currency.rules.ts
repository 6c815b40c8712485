/** The country whose law (45 CFR 149.610) requires Good Faith Estimates, and the currency of these estimates. */
export const estimateCountry = 'US'
export const estimateCurrency = 'USD'
