import { expect, test } from 'vitest'
import { maskedEmail } from './login.rules.ts'

test.each([
  ['ana.moreau@example.org', 'a…@e….org'],
  ['ö@bücher.co.uk', 'ö…@b….uk'],
  ['a…@e….org', 'a…@e….org'],
  ['root@localhost', 'r…@l…'],
  ['Ana', 'A…'],
  ['', '…'],
])('of the address %s a stranger sees %s', (email, seen) => {
  expect(maskedEmail(email)).toBe(seen)
})
