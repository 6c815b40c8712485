const day = 24 * 60 * 60_000
const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0')

/**
 * Creates a UUID version 7 (RFC 9562). Its time is the start of the UTC day of `now` (in milliseconds), and its other 74 bits are random. Rows of the
 * same day are therefore close to each other in an index. The id reveals the day of its creation; use a random UUID where this is a secret.
 */
export function createDatedId(now = Date.now()): string {
  const time = hex(Math.floor(Math.max(now, 0) / day) * day, 12)
  const random = crypto.randomUUID()
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(15)}`
}
