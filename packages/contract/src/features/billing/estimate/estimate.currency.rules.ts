/** The country whose law (45 CFR 149.610) requires Good Faith Estimates. */
export const estimateCountry = 'US'
/** The currency of Good Faith Estimates. */
export const estimateCurrency = 'USD'
