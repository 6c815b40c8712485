import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * Returns Twilio's signature of a request: HMAC-SHA1 over the URL and all form fields, sorted by name. For a repeated name, each distinct value
 * follows the name, in sorted order.
 */
export function twilioSignature(token: string, url: string, form: URLSearchParams): string {
  const names = [...new Set(form.keys())].toSorted(compareUnits)
  const fields = names.flatMap((name) =>
    [...new Set(form.getAll(name))].toSorted(compareUnits).map((value) => name + value),
  )
  return createHmac('sha1', token)
    .update(url + fields.join(''), 'utf8')
    .digest('base64')
}

/** Compares by UTF-16 code units, as Twilio's own library does. */
const compareUnits = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

export function isTwilioSignature(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)]
  return a.length === b.length && timingSafeEqual(a, b)
}
