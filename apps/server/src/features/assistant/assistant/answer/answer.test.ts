import { expect, test } from 'vitest'
import { answerMaximum, createAnswerReader } from './answer.ts'
import { createPlaceholders } from '../privacy/placeholders.ts'
import { randomFrom } from '../privacy/records.testing.ts'

const source = 'On Monday Anni called Müller’s sister. She slept for five hours, then she walked the dog 🐕 home.'
const placeholders = () =>
  createPlaceholders({
    client: ['Anna', 'Müller', 'Anni'],
    people: [['Gerda']],
    addresses: [],
    numbers: [],
    emails: [],
    own: [],
  })

/** Reads an answer in parts. Returns each sentence with the quoted words. */
function read(raw: string, parts: string[] = [raw], sources: string[] | null = [source], hidden = placeholders()) {
  sources?.forEach((text) => hidden.hide(text))
  const reader = createAnswerReader(sources, hidden)
  const streamed = parts.map((part) => reader.push(part).text).join('')
  const { text, sentences, isTooLong } = reader.end()
  const marks = sentences.map(({ from, to, places }) => [
    text.slice(from, to),
    ...places.map((place) => sources?.[place.source]?.slice(place.from, place.to)),
  ])
  return { text, streamed, marks, isTooLong }
}

test('a sentence is shown with the words of its source, in the record’s own words', () => {
  expect(read('[CLIENT] called the sister. {{S1: On Monday [CLIENT] called [CLIENT]}}').marks).toEqual([
    ['Anna called the sister.', 'On Monday Anni called Müller'],
  ])
})

test.each([
  [
    'without a quotation',
    'She slept. {{S1: slept for five hours}} She is well.',
    [['She slept.', 'slept for five hours'], ['She is well.']],
  ],
  ['with a changed word', 'She slept. {{S1: slept for six hours}}', [['She slept.']]],
  [
    'with one of two quotations not found',
    'She slept. {{S1: slept for five hours}} {{S1: walked the cat home}}',
    [['She slept.']],
  ],
  [
    'in lower case after a full stop',
    'She slept. she is ill. {{S1: slept for five hours}}',
    [['She slept.'], ['she is ill.', 'slept for five hours']],
  ],
  ['with a broken-off quotation', 'She slept. {{S1: slept for five', [['She slept.']]],
])('a sentence %s is marked', (_, raw, marks) => {
  expect(read(raw).marks).toEqual(marks)
})

test('the quotation can be before the full stop, before the line, and in a source with another label', () => {
  expect(read('She slept {{S1: slept for five hours}}.').marks).toEqual([['She slept.', 'slept for five hours']])
  expect(read('{{S1: slept for five hours}} She slept.').marks).toEqual([['She slept.', 'slept for five hours']])
  expect(read('She slept. {{S4: slept for five hours}}').marks).toEqual([['She slept.', 'slept for five hours']])
})

test('headings and list marks are no sentences, and abbreviations, initials and dates end none', () => {
  const raw =
    '## Subjektiv\n**Sie schlief z. B. am 3. März bei Dr. A. Weber.** {{S1: slept for five hours}}\n\n\n\nPlan:\n* Schlaf: ca. 7 Std.\n1. Hund'
  const { text, marks } = read(raw)
  expect(text).toBe('Subjektiv\nSie schlief z. B. am 3. März bei Dr. A. Weber.\n\nPlan:\n- Schlaf: ca. 7 Std.\n1. Hund')
  expect(marks).toEqual([
    ['Sie schlief z. B. am 3. März bei Dr. A. Weber.', 'slept for five hours'],
    ['Schlaf: ca. 7 Std.'],
    ['Hund'],
  ])
})

test('an answer is the same however it is cut, and its text only grows @slow', () => {
  const raw =
    '# Subjective\r\n[Client]s friend **[PERSON 1]** (see [this page](https://a.example/x_(y)) or <b>www.b.example</b>) called: 3 * 4. {{S1: slept for five hours}}\n- Ünïcödé 👩🏽‍⚕️ `code` _kept_ snake_case ____\n\n[PERSON 1]’s dog; [EMAIL 9] {{S1: walked the dog 🐕 home}}. End'
  const whole = read(raw)
  expect(whole.text).toBe(
    'Subjective\nAnnas friend Gerda (see this page or ) called: 3 * 4.\n- Ünïcödé 👩🏽‍⚕️ code kept snake_case ____\n\nGerda’s dog; [EMAIL 9]. End',
  )
  const random = randomFrom(7)
  for (let run = 0; run < 200; run++) {
    const parts: string[] = []
    for (let at = 0; at < raw.length;) {
      const length = 1 + Math.floor(random() * (run % 20))
      parts.push(raw.slice(at, at + length))
      at += length
    }
    const cut = read(raw, parts)
    expect(cut.text).toBe(whole.text)
    expect(cut.marks).toEqual(whole.marks)
    expect(whole.text.startsWith(cut.streamed)).toBe(true)
  }
})

test('the names appear while the answer streams, never a part of a placeholder', () => {
  const reader = createAnswerReader([source], placeholders())
  const parts = ['Hello [CLI', 'ENT] and', ' [PER', 'SON 1', ']s dog', ' end']
  expect(parts.map((part) => reader.push(part).text)).toEqual(['Hello', ' Anna', ' and', '', ' Gerdas', ' dog'])
  expect(reader.end().text).toBe('Hello Anna and Gerdas dog end')
})

test.each([
  ['a tag in a tag', 'a <scr<b>ipt>x</script> b', 'a ipt>x b'],
  ['an image', 'a ![x](https://a.example/p.png) b', 'a b'],
  ['a link', 'a [words](https://a.example "t") b', 'a words b'],
  ['an escaped link', 'a \\[words\\](https://a.example) b', 'a words b'],
  ['a URL before a full stop', 'see https://a.example/x. Next', 'see . Next'],
  ['a host', 'see evil.com or evil.com/x?y=1 now', 'see or now'],
  ['a script URL', 'javascript:alert(1) x', ') x'],
  ['a URL split by an invisible character', 'java\u0000script:alert x', 'x'],
  ['an email address', 'write to a@b.example now', 'write to now'],
  ['bidi overrides', 'a\u202eb\u2066c', 'abc'],
  ['code', '```js\nx\n```\ny', 'x\n\ny'],
  ['a rule and a quote', '---\n> a\n***\nb', 'a\n\nb'],
])('the answer has no markup: %s', (_, raw, text) => {
  expect(read(raw).text).toBe(text)
})

test('a rewritten text has no sentences', () => {
  expect(read('Dear [CLIENT], hello. {{S1: x}}', undefined, null)).toMatchObject({
    text: 'Dear Anna, hello.',
    marks: [],
  })
})

test('an answer without end is read up to its limit, in linear time', () => {
  const reader = createAnswerReader([source], placeholders())
  for (let part = 0; part < 30_000; part++) reader.push('[[{{<a')
  const { text, isTooLong } = reader.end()
  expect(isTooLong).toBe(true)
  expect(text.length).toBeLessThanOrEqual(answerMaximum)
})
