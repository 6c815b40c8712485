import { runs } from '@attune/contract/common/runs.testing'
import { smsSize } from '@attune/contract/features/messages/text-message/text-message.rules'
import fc from 'fast-check'
import { SegmentedMessage } from 'sms-segments-calculator'
import { expect, test } from 'vitest'

const character = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...'abc XYZ 0189 .,!?äöüÄÖÜßéèùìòàñ¿¡') },
  { weight: 1, arbitrary: fc.constantFrom(...'€[]{}~^|\\') },
)
const gsmText = fc.array(character, { maxLength: 480 }).map((parts) => parts.join(''))
const anyText = fc
  .array(fc.oneof(character, fc.constantFrom('ç', 'á', 'ê', '’', '–', '中', '😀')), { maxLength: 480 })
  .map((parts) => parts.join(''))

test('the number of SMS messages of a text equals the one that the provider’s own calculator counts', () => {
  fc.assert(
    fc.property(fc.oneof(gsmText, anyText), (text) => {
      const expected = new SegmentedMessage(text)
      expect(smsSize(text)).toMatchObject({
        alphabet: expected.encodingName === 'GSM-7' ? 'gsm-7' : 'ucs-2',
        segments: text === '' ? 0 : expected.segmentsCount,
      })
    }),
    { numRuns: runs(100, 5_000) },
  )
})
