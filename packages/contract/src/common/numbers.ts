/** Whether a number was entered, is whole and within the limits. */
export const isIntegerWithin = (value: number | null, least: number, most: number): value is number =>
  value !== null && Number.isInteger(value) && value >= least && value <= most
