import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * Returns the signature of a request from Twilio: HMAC-SHA1 over the URL as called and every field, sorted by name. A repeated name adds
 * each distinct value, sorted, each after the name.
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

/** Orders by UTF-16 code units, like the provider's own library. */
const compareUnits = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

export function isTwilioSignature(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)]
  return a.length === b.length && timingSafeEqual(a, b)
}
