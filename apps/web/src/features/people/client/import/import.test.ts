import { languages } from '@attune/contract/common/text/text'
import type { Language } from '@attune/contract/common/text/text.schemas'
import { dateOrderOf, decodeText, parseDate } from '@attune/contract/common/csv/text-table'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { hasNames, mapColumn, suggestMapping } from './column-mapping.ts'
import { isImportable, readImportLines, splitName } from './import-lines.ts'
import { parseCsvFile } from './parse-csv.ts'
import { importBatchSize, importRowId, sendInBatches } from './send-in-batches.ts'

const reading = { language: 'de', today: '2026-11-19', heading: true } as const
const mapping = suggestMapping(['Vorname', 'Nachname', 'E-Mail', 'Geburtsdatum'])
const lines = (...rows: string[][]) => readImportLines(rows, mapping, reading)
const faultsOf = (...rows: string[][]) => lines(...rows).map((line) => line.faults.map(({ fault }) => fault))

/** Returns the column headings of Attune's own client export in a language, by field. */
const exportHeadings = (language: Language) => {
  const path = join(import.meta.dirname, `../../../../../../server/src/locales/${language}.json`)
  return (JSON.parse(readFileSync(path, 'utf8')) as { export: Record<string, string> }).export
}

test.each(languages)('the column headings of the product’s own export are recognised (%s)', (language) => {
  const headings = exportHeadings(language)
  const notImported = ['status', 'joinedAt', 'tags']
  expect(suggestMapping(Object.values(headings))).toEqual(
    Object.keys(headings).map((field) => (notImported.includes(field) ? null : field)),
  )
})

test.each([
  ['en', ['E-mail', 'Emergency phone', 'Relationship', 'Code for calendars']],
  ['de', ['E-Mail', 'Notfalltelefon', 'Beziehung', 'Kürzel für Kalender']],
  ['fr', ['E-mail', 'Téléphone d’urgence', 'Relation', 'Code pour les agendas']],
  ['es', ['Correo electrónico', 'Teléfono de emergencia', 'Relación', 'Código para calendarios']],
])('the column headings of exports by earlier versions are recognised (%s)', (_, headings) => {
  expect(suggestMapping(headings)).toEqual(['email', 'emergencyPhone', 'emergencyRelationship', 'code'])
})

test('a postal code is not taken for the code of a client', () => {
  expect(suggestMapping(['Code postal', 'Código postal', 'Zip code', 'Client code'])).toEqual([
    null,
    null,
    null,
    'code',
  ])
})

const rows = [
  ['Ana', 'Moreau', '12.03.2026', '1992-05-02'],
  ['Leo', 'Brandt', '01.09.2025', ''],
  ['Mia', 'Weber', '30.10.2025', '25.12.1960'],
]

test.each([
  ['de', ['Geb.', 'Geb.-Datum', 'geboren', 'geb. am', 'GebDat', 'geb_datum', 'Geburtstag']],
  ['en', ['DOB', 'D.O.B.', 'Client DOB', 'Date of birth (DOB)', 'client_dob', 'Born', 'Birthday']],
  ['fr', ['Né(e) le', 'Née le', 'DDN', 'Date de naiss.', 'Anniversaire', 'Date de naissance']],
  ['es', ['F. nac.', 'Fecha nac.', 'Nacido el', 'Nacida el', 'Cumpleaños', 'Fecha de nacimiento']],
])('abbreviated headings of the date of birth are recognised (%s)', (_, headings) => {
  expect(headings.map((heading) => suggestMapping([heading]))).toEqual(headings.map(() => ['dateOfBirth']))
})

test('a place or name at birth is not taken for the date of birth', () => {
  const others = ['Geburtsort', 'Geburtsname', 'Place of birth', 'Lieu de naissance', 'Nom de naissance', 'Gebühr']
  expect(suggestMapping(others)).toEqual(others.map(() => null))
})

test.each([
  ['Geburtsdatum Mutter', 'E-Mail Eltern', 'Geburtsdatum', 'E-Mail'],
  ['DOB guardian', 'Parent email', 'DOB', 'Email'],
  ['Date de naissance du conjoint', 'E-mail du représentant légal', 'Né(e) le', 'E-mail'],
  ['Fecha de nacimiento (madre)', 'Correo del tutor', 'Fecha de nacimiento', 'Correo'],
])('the columns of a relative before the client’s own are not taken for these: %s, %s', (...headings) => {
  expect(suggestMapping(headings)).toEqual([null, null, 'dateOfBirth', 'email'])
  const old = [['01.04.1961', '', '']]
  expect(suggestMapping([...headings.slice(0, 2), 'Name'], { rows: old, today: '2026-11-19' })[0]).toBeNull()
})

test('headings that only contain the word of a relative keep their field', () => {
  const headings = ['Muttersprache', 'Privater Anschluss', 'Emergency contact (mother)', 'Private Handynummer']
  expect(suggestMapping(headings)).toEqual(['language', null, 'emergencyName', 'phone'])
})

test('of two columns with dates and unknown headings, the one with the earlier dates is the date of birth', () => {
  const headings = ['Vorname', 'Nachname', 'Datum', 'Datum 2']
  const found = suggestMapping(headings, { rows, today: '2026-11-19' })
  expect(found).toEqual(['firstName', 'lastName', null, 'dateOfBirth'])
  const turned = rows.map(([first = '', last = '', one = '', two = '']) => [first, last, two, one])
  expect(suggestMapping(headings, { rows: turned, today: '2026-11-19' })).toEqual([
    'firstName',
    'lastName',
    'dateOfBirth',
    null,
  ])
})

test('a heading of the date of birth decides before the values of another column', () => {
  const found = suggestMapping(['Vorname', 'Nachname', 'Geb.', 'Datum'], { rows, today: '2026-11-19' })
  expect(found).toEqual(['firstName', 'lastName', 'dateOfBirth', null])
})

test.each([
  'Client since',
  'Erstgespräch',
  'Letzte Sitzung',
  'Première séance',
  'Última cita',
  'Fecha de alta',
  'Registrierung',
])('a column with old dates of something else is not the date of birth: %s', (heading) => {
  const old = [['Moreau, Ana', '01.04.2009']]
  expect(suggestMapping(['Name', heading], { rows: old, today: '2026-11-19' })).toEqual(['fullName', null])
})

test('a column of recent dates, or of few dates among other values, is not the date of birth', () => {
  const recent = rows.map(([first = '', last = '', when = '']) => [first, last, when])
  expect(suggestMapping(['Vorname', 'Nachname', 'Datum'], { rows: recent, today: '2026-11-19' })[2]).toBeNull()
  const mixed = [
    ['Ana', '02.05.1992'],
    ['Leo', 'unknown'],
  ]
  expect(suggestMapping(['Vorname', 'Etwas'], { rows: mixed, today: '2026-11-19' })[1]).toBeNull()
})

test('3,000 rows with dates in three forms, in one column, are all read @slow', () => {
  const pad = (value: number) => String(value).padStart(2, '0')
  const forms = [
    (year: number, month: number, day: number) => `${year}-${pad(month)}-${pad(day)}`,
    (year: number, month: number, day: number) => `${pad(day)}.${pad(month)}.${year}`,
    (year: number, month: number, day: number) => `${month}/${day}/${year}`,
  ]
  const days = Array.from({ length: 3000 }, (_, n) => [1950 + (n % 60), 1 + (n % 12), 1 + (n % 28)] as const)
  const many = days.map((day, n) => [`Ana ${n}`, 'Moreau', '', forms[n % 3]?.(...day) ?? ''])
  const read = lines(...many)
  expect(read.flatMap(({ faults }) => faults)).toEqual([])
  expect(read.map(({ client }) => client.dateOfBirth)).toEqual(days.map((day) => forms[0]?.(...day)))
})

test('in a column with both 25/12/1990 and 12/25/1990, a date that could be either is left out with a warning', () => {
  const read = lines(...['25/12/1990', '12/25/1990', '02/05/1992', '7/7/1985'].map((date) => ['Ana', date, '', date]))
  expect(read.map(({ client }) => client.dateOfBirth)).toEqual(['1990-12-25', '1990-12-25', null, '1985-07-07'])
  expect(read.map(({ faults }) => faults.map(({ fault }) => fault))).toEqual([[], [], ['dateWrong'], []])
})

test.each([
  ['a time after the date', ['02.05.1992 00:00', '5/2/1992 12:00:00 AM', '02-05-1992, 00.00']],
  [
    'the name of the month',
    ['2-May-1992', 'May 2, 1992', 'May 2nd 1992', '2. Mai 1992', '2 mai 1992', '2 de mayo de 1992'],
  ],
])('dates with %s are read, in one column', (_, typed) => {
  const monthFirst = ['12/31/1990']
  const read = lines(...[...typed, ...monthFirst].map((date, n) => [`Ana ${n}`, 'Moreau', '', date]))
  expect(read.map(({ client }) => client.dateOfBirth)).toEqual([...typed.map(() => '1992-05-02'), '1990-12-31'])
  expect(read.flatMap(({ faults }) => faults)).toEqual([])
})

test('each month is read by its name in four languages, and a word that is no month is not', () => {
  const months = [
    ['January', 'Jan', 'Januar', 'Jänner', 'janvier', 'janv.', 'enero', 'ene.'],
    ['February', 'Feb', 'Februar', 'février', 'févr.', 'febrero'],
    ['March', 'Mar', 'März', 'Mrz', 'mars', 'marzo'],
    ['April', 'Apr', 'avril', 'avr.', 'abril', 'abr.'],
    ['May', 'Mai', 'mai', 'mayo'],
    ['June', 'Jun', 'Juni', 'juin', 'junio'],
    ['July', 'Jul', 'Juli', 'juillet', 'juil.', 'julio'],
    ['August', 'Aug', 'août', 'agosto', 'ago.'],
    ['September', 'Sept', 'Sep', 'septembre', 'septiembre'],
    ['October', 'Oct', 'Oktober', 'Okt.', 'octobre', 'octubre'],
    ['November', 'Nov', 'novembre', 'noviembre'],
    ['December', 'Dec', 'Dezember', 'Dez.', 'décembre', 'déc.', 'diciembre', 'dic.'],
  ]
  expect(months.map((names) => new Set(names.map((name) => parseDate(`9 ${name} 1985`, 'day-first'))))).toEqual(
    months.map((_, at) => new Set([`1985-${String(at + 1).padStart(2, '0')}-09`])),
  )
  expect(parseDate('9 soon 1985', 'day-first')).toBeNull()
  expect(parseDate('31 June 1985', 'day-first')).toBeNull()
})

test('each field is mapped to one column at most, and names are required', () => {
  expect(suggestMapping(['Name', 'Mail', 'Telefon', 'Handy'])).toEqual(['fullName', null, 'phone', null])
  expect(suggestMapping(['Vorname', 'Name'])).toEqual(['firstName', 'lastName'])
  expect(mapColumn(['email', null], 1, 'email')).toEqual([null, 'email'])
  expect(hasNames(['fullName'])).toBe(true)
  expect(hasNames(['firstName', 'email'])).toBe(false)
})

test('errors are reported with the line number of the file', () => {
  const read = lines(
    ['Ana', 'Moreau', 'ANA@example.org', '02.05.1992'],
    ['', '', '', ''],
    ['Leo', '', '', ''],
    ['Mia', 'Brandt', 'mia@', ''],
  )
  expect(read.map(({ number }) => number)).toEqual([2, 4, 5])
  expect(read[0]).toMatchObject({
    client: { email: 'ana@example.org', dateOfBirth: '1992-05-02', language: 'de' },
    faults: [],
  })
  expect(read.map(isImportable)).toEqual([true, false, false])
  expect(faultsOf(['Leo', '', '', ''], ['Mia', 'Brandt', 'mia@', ''], ['x'.repeat(101), 'B', '', ''])).toEqual([
    ['namesRequired'],
    ['emailWrong'],
    ['tooLong'],
  ])
  expect(faultsOf(['Mia', 'Brandt', `${'m'.repeat(250)}@example.org`, ''])).toEqual([['tooLong']])
})

test('an invalid date is skipped with a warning and its line is imported', () => {
  const [line] = lines(['Ana', 'Moreau', '', 'soon'])
  expect(line).toMatchObject({ client: { dateOfBirth: null }, faults: [{ kind: 'warning', fault: 'dateWrong' }] })
  expect(line && isImportable(line)).toBe(true)
  expect(faultsOf(['Ana', 'Moreau', '', '2030-01-01'])).toEqual([['dateWrong']])
})

test('a person who appears twice in a file is imported once', () => {
  const read = lines(['Ana', 'Moreau', 'ana@example.org', ''], ['ana', 'MOREAU', 'Ana@example.org', ''])
  expect(read.map(isImportable)).toEqual([true, false])
  expect(read[1]?.faults).toMatchObject([{ fault: 'sameAsLine', line: 2 }])
})

test('a person whose first line has a mistake is imported with a later line', () => {
  const rows = [
    ['Ana', 'Moreau', 'x'.repeat(100_000)],
    ['Ana', 'Moreau', 'Prefers mornings'],
  ]
  const read = readImportLines(rows, ['firstName', 'lastName', 'notes'], reading)
  expect(read.map(isImportable)).toEqual([false, true])
})

test('formulas are imported as text, without the apostrophe that a spreadsheet export puts before them', () => {
  const [line] = readImportLines(
    [["'=cmd|' /C calc'!A0", "O'Brien", '@SUM(1)', '+49 40 5550142']],
    ['firstName', 'lastName', 'notes', 'phone'],
    reading,
  )
  expect(line?.client).toMatchObject({
    firstName: "=cmd|' /C calc'!A0",
    lastName: "O'Brien",
    notes: '@SUM(1)',
    phone: '+49 40 5550142',
  })
})

test('texts with formulas and apostrophes are the same after export and import', () => {
  const [line] = readImportLines(
    [["x;'=1+1;y", "''=1+1", "first\n'＝1", "'-1"]],
    ['firstName', 'lastName', 'notes', 'phone'],
    reading,
  )
  expect(line?.client).toMatchObject({ firstName: 'x;=1+1;y', lastName: "'=1+1", notes: 'first\n＝1', phone: '-1' })
})

test('full names are split at the comma or before the last word', () => {
  expect(splitName('Moreau, Ana Maria')).toEqual(['Ana Maria', 'Moreau'])
  expect(splitName('Ana Maria Moreau')).toEqual(['Ana Maria', 'Moreau'])
  expect(splitName('Ana')).toEqual(['', 'Ana'])
})

test('the order of day and month is derived from all dates of the column', () => {
  expect(dateOrderOf(['02/05/1992', '28/02/1990'], true)).toBe('day-first')
  expect(dateOrderOf(['02/05/1992', '02/28/1990'], false)).toBe('month-first')
  expect(dateOrderOf(['02/05/1992'], true)).toBe('month-first')
  expect(dateOrderOf(['02.05.1992'], true)).toBe('day-first')
  expect(parseDate('2.5.1992', 'day-first')).toBe('1992-05-02')
  expect(parseDate('02/05/1992', 'month-first')).toBe('1992-02-05')
  expect(parseDate('1992-02-30', 'day-first')).toBeNull()
  expect(parseDate('1992-05-02T00:00:00', 'day-first')).toBe('1992-05-02')
})

test('the encoding is detected from the bytes', () => {
  expect(decodeText(new TextEncoder().encode('Müller'))).toEqual({ text: 'Müller', encoding: 'utf-8' })
  expect(decodeText(Uint8Array.of(0x4d, 0xfc, 0x6c, 0x6c, 0x65, 0x72))).toEqual({
    text: 'Müller',
    encoding: 'windows-1252',
  })
  expect(decodeText(Uint8Array.of(0xff, 0xfe, 0x4d, 0, 0xfc, 0))).toEqual({ text: 'Mü', encoding: 'utf-16' })
})

const file = (text: string) => new File([text], 'clients.csv')

test('semicolons, commas and tabs separate columns outside of quoted values', async () => {
  const rows = [
    ['Name', 'Ort'],
    ['Ana; M.', 'Köln'],
  ]
  await expect(parseCsvFile(file('Name;Ort\r\n"Ana; M.";Köln\r\n'))).resolves.toMatchObject({ rows })
  await expect(parseCsvFile(file('\ufeffName,Ort\n"Ana; M.",Köln'))).resolves.toMatchObject({ rows })
  await expect(parseCsvFile(file(' \n\n'))).resolves.toBe('empty')
  await expect(parseCsvFile(file('PK\u0003\u0004\u0000\u0000'))).resolves.toBe('unreadable')
  await expect(parseCsvFile(file('a\n'.repeat(5001)))).resolves.toBe('tooMany')
})

test('the same line always gets the same id for one account, and a different id for another account', async () => {
  const [line] = lines(['Ana', 'Moreau', '', ''])
  if (!line) throw new Error('no line')
  const id = await importRowId('one', line.client)
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  await expect(importRowId('one', { ...line.client })).resolves.toBe(id)
  await expect(importRowId('two', line.client)).resolves.not.toBe(id)
})

test('2,000 lines are sent in batches, and an interrupted import continues after the last successful batch', async () => {
  const [line] = lines(['Ana', 'Moreau', '', ''])
  if (!line) throw new Error('no line')
  const rows = Array.from({ length: 2000 }, (_, at) => ({ ...line.client, id: String(at) }))
  const got: string[] = []
  let reached = { sent: 0, outcome: { added: [] as string[], known: [] as string[], refused: 0 } }
  const told = (sent: number, outcome: typeof reached.outcome) => {
    reached = { sent, outcome }
  }
  const send = (failAt: number) => async (batch: readonly { id: string }[]) => {
    if (got.length >= failAt) throw new Error('offline')
    got.push(...batch.map(({ id }) => id))
    return { added: batch.map(({ id }) => id), known: [], refused: [] }
  }
  await expect(sendInBatches(rows, send(500), told)).rejects.toThrow('offline')
  expect(reached.sent).toBe(500)
  const outcome = await sendInBatches(rows, send(Infinity), told, reached)
  expect(outcome.added).toEqual(rows.map(({ id }) => id))
  expect(got).toHaveLength(2000)
  expect(importBatchSize).toBeLessThanOrEqual(200)
})
