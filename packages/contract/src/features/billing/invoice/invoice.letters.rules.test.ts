import { expect, test } from 'vitest'
import { missingScriptOf } from './invoice.letters.rules.ts'

test('letters of scripts that PDFs show are not missing, nor are signs, digits and emoji', () => {
  for (const text of ['Łukasz Ελένη Мария', 'דוד לוי', 'فاطمة', '12 € – ✓ 😀 ﬁ ①', ''])
    expect(missingScriptOf([text, null, undefined]), text).toBeNull()
})

test('the missing script is named, Japanese and Korean before the Chinese characters that they use too', () => {
  const found = [['山田'], ['山田', 'タロウ'], ['Kim', '김민수'], ['สมชาย'], ['ﾀﾛｳ']].map(missingScriptOf)
  expect(found).toEqual(['han', 'kana', 'hangul', 'other', 'kana'])
})
