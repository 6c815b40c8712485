import { expect, test } from 'vitest'
import { isEmail, unstorablePosition } from './text.ts'
import { Email, Name, nameText, PublicAddress, text } from './text.schemas.ts'

const longest = `${'a'.repeat(242)}@example.org`
const accepted = [
  'ana@example.org',
  ' Ana.Weber@Example.ORG ',
  "o'brien+a_b-c@mail.example.co.uk",
  'a@1.example.org',
  '_@example.org',
  longest,
]
const refused = [
  '',
  ' ',
  'ana',
  'ana@',
  '@example.org',
  'ana@example',
  'ana@example.o',
  'ana@example.12',
  'ana@-example.org',
  'ana@exa_mple.org',
  'ana@exämple.org',
  'änne@example.org',
  '.ana@example.org',
  'ana.@example.org',
  'ana..weber@example.org',
  "ana'@example.org",
  'ana weber@example.org',
  'ana@example..org',
  'ana@example.org.',
  'ana@eva@example.org',
  'ana@example.org, eva@example.org',
  'Ana <ana@example.org>',
  'ana\u0000@example.org',
  'ana@[127.0.0.1]',
  `a${longest}`,
  `${longest} `,
]

test.each([...accepted.map((typed) => [typed, true] as const), ...refused.map((typed) => [typed, false] as const)])(
  'forms and the server agree on the email address %j: %s',
  (typed, isAccepted) => {
    expect({ form: isEmail(typed), server: Email.safeParse(typed).success }).toEqual({
      form: isAccepted,
      server: isAccepted,
    })
  },
)

test('the server trims texts, URLs and email addresses, so forms send them as typed', () => {
  expect(text(20).parse(' Room 2 ')).toBe('Room 2')
  expect(PublicAddress.parse(' https://example.org/ ')).toBe('https://example.org')
  expect(Email.parse(' Ana@Example.org ')).toBe('ana@example.org')
})

test.each([
  ['Ana\nWeber', 'Ana Weber'],
  ['Ana \r\n\t Weber', 'Ana Weber'],
  ['\tAna\u2028Maria\u0085Weber\n', 'Ana Maria Weber'],
  ['Ana  Maria', 'Ana  Maria'],
  ['\u0085Ana', 'Ana'],
])('the name %j is stored as %j: each line break or tab becomes a space', (typed, stored) => {
  expect(Name.parse(typed)).toBe(stored)
  expect(nameText(20).parse(typed)).toBe(stored)
})

test.each([
  ['Ana \u202eebeW', 'Ana ebeW'],
  ['\u2066Ana\u2069', 'Ana'],
  ['A\u0007na\u001b[1m', 'Ana[1m'],
  ['Ana\u200b\ufeff', 'Ana'],
  ['\u0645\u06cc\u200c\u0646\u0627', '\u0645\u06cc\u200c\u0646\u0627'],
])('the name %j is stored as %j: without control characters, but with the joiners of its script', (typed, stored) => {
  expect(Name.parse(typed)).toBe(stored)
})

test('a required name has a visible character', () => {
  expect(Name.safeParse('\u200d\u3164').success).toBe(false)
  for (const blank of ['', ' ', '\n', '\u0085 \t', '\u202e']) {
    expect(Name.safeParse(blank).success).toBe(false)
    expect(nameText(20).parse(blank)).toBe('')
  }
})

test('the position of a character that cannot be stored is counted as a person counts, and 0 if there is none', () => {
  expect([unstorablePosition('abc'), unstorablePosition('ab\u0000'), unstorablePosition('😀\ud800')]).toEqual([0, 3, 2])
})
