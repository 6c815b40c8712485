/** Whether `value` is an integer from `least` to `most`. Returns false for null. */
export const isIntegerWithin = (value: number | null, least: number, most: number): value is number =>
  value !== null && Number.isInteger(value) && value >= least && value <= most
