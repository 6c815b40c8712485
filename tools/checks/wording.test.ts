import { expect, test } from 'vitest'
import { phrasesIn, readPhrases } from './wording.mjs'

const phrases = readPhrases(
  "# a comment\nis told\nmails?\n\n# not in the app\nappointments?\n\n# exceptions\nlogin:row a requirement's wording\n",
)
const findings = (text: string, key = 'session:done') => phrasesIn('en', [{ key, text }], phrases)

test('a text with a phrase of the list is found, in any case and only as whole words', () => {
  expect(findings('Ana Is told at once.')).toEqual(["session:done (en) contains 'Is told': Ana Is told at once."])
  expect(findings('Two mails')).toHaveLength(1)
  expect(findings('Email sent')).toEqual([])
})

test('placeholders, tags and exempt keys are not searched', () => {
  expect(findings('{{mail}} and <mail>this</mail> and {mail}')).toEqual([])
  expect(findings('Check your mail', 'login:row')).toEqual([])
})

test('emails may contain a phrase that is only refused in the app', () => {
  expect(findings('Your appointment')).toHaveLength(1)
  expect(findings('Your appointment', 'server:mail.booked.text')).toEqual([])
  expect(findings('Your appointment mail', 'server:mail.booked.text')).toHaveLength(1)
})
