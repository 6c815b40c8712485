import { runs } from '@attune/contract/common/runs.testing'
import fc from 'fast-check'
import twilio from 'twilio'
import { expect, test } from 'vitest'
import { twilioSignature } from './twilio.signature.ts'

test('our signature of random requests equals the one of the provider’s own library', () => {
  const value = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 12 }).filter((one) => one.isWellFormed()),
    fc.constantFrom('', '+49151', 'ä', '😀'),
  )
  const fields = fc.array(fc.tuple(fc.oneof(fc.constantFrom('Body', 'From', 'To', 'A'), value), value), {
    maxLength: 8,
  })
  fc.assert(
    fc.property(fc.webUrl({ withQueryParameters: true }), fields, (url, pairs) => {
      const form = new URLSearchParams(pairs)
      const asLibraryReads: Record<string, string | string[]> = Object.create(null)
      for (const name of new Set(form.keys())) {
        const values = form.getAll(name)
        asLibraryReads[name] = values.length > 1 ? values : (values[0] ?? '')
      }
      expect(twilioSignature('token', url, form)).toBe(twilio.getExpectedTwilioSignature('token', url, asLibraryReads))
    }),
    { numRuns: runs(50, 2_000) },
  )
})
