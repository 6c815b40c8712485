import { expect, test } from 'vitest'
import { createPlaceholders, type KnownWords } from './placeholders.ts'
import { madeUpRecord } from './records.testing.ts'

const nothing: KnownWords = { client: [], people: [], addresses: [], numbers: [], emails: [], own: [] }
const hide = (known: Partial<KnownWords>, text: string) => createPlaceholders({ ...nothing, ...known }).hide(text)

/** Particles and titles, which are not names on their own. */
const particles = new Set('de la le del van der den von zu dr doña dona frau mme d l'.split(' '))
const folded = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ø', 'o')
    .replaceAll('æ', 'ae')
    .replaceAll('ł', 'l')
    .replaceAll('ı', 'i')
const spelledOut = (text: string) =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[äöü]/g, (letter) => ({ ä: 'ae', ö: 'oe', ü: 'ue' })[letter] ?? letter)
const wordsIn = (text: string) => folded(text).split(/[^\p{L}\p{N}]+/u)
const digitsIn = (text: string) => text.replace(/[^\d|]/g, '')

/** Returns the words, numbers and addresses of a record that are in a text with placeholders. Deliberately shares no code with the placeholders. */
function leaks(hidden: string, known: KnownWords): string[] {
  const outside = hidden.replace(/\[[A-Z]+(?: \d+)?\]/g, ' | ')
  const words = new Set(wordsIn(outside))
  const names = [...known.client, ...known.people.flat(), ...known.own].flatMap((name) => [
    ...wordsIn(name),
    ...wordsIn(spelledOut(name)),
  ])
  const parts = [...new Set(names)].filter((part) => part.length >= 2 && !particles.has(part))
  const digits = digitsIn(outside)
  const numbers = known.numbers.map((number) => number.replace(/\D/g, '').slice(-8))
  const places = known.addresses.flatMap((address) => [
    ...address.split('\n').map((line) => wordsIn(line).join(' ')),
    ...(address.match(/\b\d{5}\b/g) ?? []),
    ...(address.match(/(?<=\d )\p{L}{4,}$/gmu) ?? []).map(folded),
  ])
  const flat = ` ${wordsIn(outside).join(' ')} `
  return [
    ...parts.filter((part) => words.has(part) || words.has(`${part}s`)),
    ...numbers.filter((number) => digits.includes(number)),
    ...known.emails.filter((email) => outside.toLowerCase().replaceAll(' ', '').includes(email)),
    ...places.filter((place) => flat.includes(` ${place} `)),
  ]
}

test('no name, nickname, address, number or email address of 500 made-up records leaves @slow', () => {
  const found: string[] = []
  const languages = new Map<string, number>()
  for (let seed = 1; seed <= 500; seed++) {
    const { known, texts, language } = madeUpRecord(seed)
    languages.set(language, (languages.get(language) ?? 0) + 1)
    const placeholders = createPlaceholders(known)
    for (const text of texts) {
      const hidden = placeholders.hide(text)
      for (const leak of leaks(hidden, known)) found.push(`${seed}: ${leak}: ${text} → ${hidden}`)
    }
  }
  expect(found).toEqual([])
  expect([...languages.keys()].toSorted()).toEqual(['de', 'en', 'es', 'fr'])
  expect(Math.min(...languages.values())).toBeGreaterThan(80)
})

test('the check of the made-up records finds a word that leaves', () => {
  const { known, texts } = madeUpRecord(1)
  expect(texts.flatMap((text) => leaks(text, known)).length).toBeGreaterThan(10)
})

const record: Partial<KnownWords> = {
  client: ['Anna', 'Müller', 'Anna Müller', 'Anni'],
  people: [
    ['Gerda', 'Oma Gerda', 'Gerda Müller'],
    ['José García Márquez', 'Pepe'],
  ],
  addresses: ['Lindenstraße 5\n10115 Berlin'],
  numbers: ['+49 170 1234567', 'A123456789', '4711'],
  emails: ['anna.m@example.de'],
  own: ['der Chef'],
}

test.each([
  ['Annas, Anna’s und ANNIS Hund', '[CLIENT]s, [CLIENT]’s und [CLIENT]S Hund'],
  ['Müller, Anna; Mueller; Muller; mu\u0308ller', '[CLIENT]; [CLIENT]; [CLIENT]; [CLIENT]'],
  ['Anna\nMüller und Gerda Müller', '[CLIENT] und [PERSON 1]'],
  ['Müllers waren da, „Oma Gerda“ auch', '[CLIENT]s waren da, „[PERSON 1]“ auch'],
  ['l’amie d’Anna, qu’Anna connaît', 'l’amie d’[CLIENT], qu’[CLIENT] connaît'],
  ['Jose Garcia Marquez, Márquez y Pepe', '[PERSON 2], [PERSON 2] y [PERSON 2]'],
  ['Anna M. und A. Müller', '[CLIENT]. und [CLIENT]'],
  ['der Chef rief an', '[PERSON 3] rief an'],
  ['lindenstr. 5 in 10115 berlin', '[ADDRESS 1] in [ADDRESS 2]'],
  ['Tel. 0170/123 45 67 oder 0049 (0)170-1234567', 'Tel. [NUMBER 1] oder [NUMBER 1]'],
  ['Karte a 123-456-789, Akte 4711', 'Karte [NUMBER 1], Akte [NUMBER 2]'],
  ['fremd: +33 6 12 34 56 78, DE89 3704 0044 0532 0130 00', 'fremd: [NUMBER 1], [NUMBER 2]'],
  ['ANNA.M@Example.de, x.y@z.org', '[EMAIL 1], [EMAIL 2]'],
])('known words are replaced: %s', (text, hidden) => {
  expect(hide(record, text)).toBe(hidden)
})

test.each([
  ['Am 03.03.2024, 2024-03-03 um 10:30, PHQ-9: 1 2 3 0 1 2 0 0 1, 2019/2020'],
  ['Annabell und Gerdamarie im Müllerhaus'],
  ['Haus Nr. 5, 12 Jahre'],
  ['An-\nna'],
  ['ihre Freundin Lisa'],
])('this stays by design: %s', (text) => {
  expect(hide(record, text)).toBe(text)
})

test('a name that is a common word is replaced only with a capital letter, or beside the rest of the name', () => {
  const known = { client: ['Will', 'Rose', 'Will Rose'] }
  expect(hide(known, 'Will said: I will go, the rose is red. will rose, WILL, don’t')).toBe(
    '[CLIENT] said: I will go, the rose is red. [CLIENT], [CLIENT], don’t',
  )
})

test('names, addresses and numbers come back, whatever the model makes of their placeholders', () => {
  const placeholders = createPlaceholders({ ...nothing, ...record, client: ['Jens'] })
  placeholders.hide('Jens, Lindenstraße 5, 0170 1234567')
  expect(
    placeholders.show('[Client]s Oma [person_1], [KLIENT], \\[PERSON 2\\], [ADDRESS 1], [number 1], [PERSON 9]'),
  ).toBe("Jens' Oma Gerda, Jens, José García Márquez, Lindenstraße 5, 0170 1234567, [PERSON 9]")
})

test('a text that looks like a placeholder survives', () => {
  const placeholders = createPlaceholders({ ...nothing, ...record })
  const text = 'Anna wrote [CLIENT], [Person 1], [TEXT 1] and [note].'
  const hidden = placeholders.hide(text)
  expect(hidden).toBe('[CLIENT] wrote [TEXT 1], [TEXT 2], [TEXT 3] and [note].')
  expect(placeholders.show(hidden)).toBe(text)
  expect(placeholders.used()).toEqual([{ placeholder: '[CLIENT]', kind: 'client' }])
})

test('a stream whose parts cut placeholders gives the same text', () => {
  const placeholders = createPlaceholders({ ...nothing, ...record })
  const raw = 'So [CLIENT]s dog [x] met [PERSON 1] and [PERSON 12]; [CLIENT'
  for (let size = 1; size < 12; size++) {
    const stream = placeholders.showStream()
    const parts = raw.match(new RegExp(`.{1,${size}}`, 'gsu')) ?? []
    expect(parts.map((part) => stream.push(part)).join('') + stream.end()).toBe(placeholders.show(raw))
  }
})

test('a place in the text with placeholders is the same place in the original', () => {
  const original = 'Gestern rief Anna Müller in der Lindenstraße 5 an.'
  const { text, placeOf } = createPlaceholders({ ...nothing, ...record }).hideWithPlaces(original)
  const slice = (words: string) => {
    const { from, to } = placeOf({ from: text.indexOf(words), to: text.indexOf(words) + words.length })
    return original.slice(from, to)
  }
  expect(slice('rief [CLIENT] in')).toBe('rief Anna Müller in')
  expect(slice('[CLIENT]')).toBe('Anna Müller')
  expect(slice('Gestern rief')).toBe('Gestern rief')
  expect(slice('an.')).toBe('an.')
})

test('the names in an edited prompt are listed once, without the placeholders', () => {
  const placeholders = createPlaceholders({ ...nothing, ...record, client: ['Client', 'Anna'] })
  expect(placeholders.namesIn('[CLIENT] met Anna and Anna at 10115 Berlin, +33 6 12 34 56 78')).toEqual([
    'Anna',
    '10115 Berlin',
  ])
})

test('the known words of a text are returned as they are written, each with its kind', () => {
  const placeholders = createPlaceholders({ ...nothing, ...record })
  expect(placeholders.knownIn('Anna met gerda, 10115 Berlin, 4711, x@y.org')).toEqual([
    { kind: 'client', text: 'Anna' },
    { kind: 'person', text: 'gerda' },
    { kind: 'address', text: '10115 Berlin' },
    { kind: 'number', text: '4711' },
  ])
})

test('the same texts in the same order give the same placeholders', () => {
  const texts = ['Anna, 0170 1234567', 'x@y.org and Berlin', 'Lindenstraße 5']
  const run = () => texts.map(createPlaceholders({ ...nothing, ...record }).hide)
  expect(run()).toEqual(run())
})
