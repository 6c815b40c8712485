export const noteMaximum = 50_000
export const sessionTextMaximum = 10_000
