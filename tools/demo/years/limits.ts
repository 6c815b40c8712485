import { inGigabytes } from '../../../apps/server/src/platform/backup/space.ts'

/** A limit of the product. `years` is the time until a growing practice reaches it; `Infinity` if it never does. */
export type GrowthLimit = { name: string; years: number; text: string }

export type GrowthFacts = {
  /** The bytes of the data folder and their growth a year. */
  data: { bytes: number; perYear: number }
  disk: { free: number; total: number }
  memory: number
  /** The highest invoice number in any series. A series has the invoices of one therapist and year. */
  highestInvoice: number
  /** The highest value of a counted id. */
  highestId: number
  /** Rows that the cleanup deletes in a second, and rows a year of the largest table that it cleans. */
  cleaning: { perSecond: number; perYear: number }
}

/** The time in seconds that the daily cleanup spends on one table (`deleteOldRows`). */
const cleaningSeconds = 20
/** A backup needs twice the data as free space and leaves this share of the disk free. */
const freeShare = 0.15
const highestInvoiceNumber = 999_999

/** Returns the limits in the order in which the practice reaches them. */
export function growthLimits(facts: GrowthFacts): GrowthLimit[] {
  const { data, disk, memory } = facts
  const room = disk.free - freeShare * disk.total - 2 * data.bytes
  const cleanedShare = facts.cleaning.perYear / 365 / (facts.cleaning.perSecond * cleaningSeconds)
  const limits = [
    {
      name: 'disk',
      years: Math.max(0, room / (3 * data.perYear)),
      text: `a backup needs twice the data (${inGigabytes(data.bytes)}) as free space and leaves ${freeShare * 100} % of the disk of ${inGigabytes(disk.total)} free`,
    },
    {
      name: 'memory',
      years: Math.max(0, (memory - data.bytes) / data.perYear),
      text: `the database becomes larger than the memory of this machine (${inGigabytes(memory)}); old records are then read from the disk`,
    },
    {
      name: 'invoice numbers',
      years: facts.highestInvoice < highestInvoiceNumber ? Infinity : 0,
      text: `a therapist issues ${facts.highestInvoice} invoices a year, and a series has ${highestInvoiceNumber.toLocaleString('en')} numbers, which begin again each year`,
    },
    {
      name: 'counted ids',
      years: Infinity,
      text: `the highest is ${facts.highestId.toLocaleString('en')} of 9.2 × 10^18, all are of 64 bits`,
    },
    {
      name: 'daily cleanup',
      years: cleanedShare < 1 ? Infinity : 0,
      text: `the table with most old rows needs ${(cleanedShare * 100).toFixed(1)} % of the ${cleaningSeconds} seconds that a run has`,
    },
  ]
  return limits.toSorted((one, other) => one.years - other.years)
}
