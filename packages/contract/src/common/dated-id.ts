const day = 24 * 60 * 60_000
const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0')

/**
 * Returns a new UUID of version 7 (RFC 9562) whose time is the start of the UTC day and whose other 74 bits are random. Rows that are written
 * on the same day are close to each other in the indexes. The id says on which day it was made, and nothing more exact; use a random UUID
 * where even that would tell something.
 */
export function createDatedId(now = Date.now()): string {
  const time = hex(Math.floor(Math.max(now, 0) / day) * day, 12)
  const random = crypto.randomUUID()
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(15)}`
}
