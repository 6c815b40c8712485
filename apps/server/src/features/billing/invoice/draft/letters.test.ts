import { missingScriptOf } from '@attune/contract/features/billing/invoice/invoice.letters.rules'
import { expect, test } from 'vitest'
import { splitByFont } from '../../../../platform/pdf/fonts.ts'

test.each([
  ['ABC xyz ßłőș Việt', null],
  ['ΑΒΓ αβγ ώ', null],
  ['АБВ абв їґђ', null],
  ['אבגדהוזחטיכךלמםנןסעפףצץקרשת', null],
  ['ابتثجحخدذرزسشصضطظعغفقكلمنهويةىءپچژگٹڈڑےہ', null],
  ['日本', 'han'],
  ['ひらカナ', 'kana'],
  ['한국어', 'hangul'],
  ['ไทย', 'other'],
  ['हिन्दी', 'other'],
  ['Հայ', 'other'],
])('%s is said to be missing only if no font has it', (text, missing) => {
  expect([missingScriptOf([text]), splitByFont(text, 'normal').hasUnknown]).toEqual([missing, missing !== null])
})
