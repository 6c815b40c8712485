import type { BankMapping } from '@attune/contract/features/billing/payment/payment.bank-file.rules'
import { expect, test } from 'vitest'
import { readBankBytes } from './read.ts'

const headings =
  'Buchungstag;Valuta;Auftraggeber/Zahlungsempfänger;Empfänger/Zahlungspflichtiger;IBAN;Vorgang/Verwendungszweck;Kundenreferenz;Währung;Umsatz;" "'
const row = (day: string, [name, text, amount, sign]: [string, string, string, string]) =>
  `${day};${day};Praxis;${name};DE89;"${text}";;EUR;${amount};"${sign}"`
const file = [
  'Volksbank Musterstadt eG;;;;;;;;;',
  'Umsatzanzeige;;;;;;;;;',
  ';;;;;;;;;',
  headings,
  row('02.11.2026', ['Ana Moreau', 'Rechnung 2026-0001', '95,00', 'H']),
  row('03.11.2026', ['Vermieter', 'Miete', '800,00', 'S']),
  row('04.11.2026', ['Ben Okoye', 'Rechnung 2026-0002', '1.080,50', 'H']),
  ';;;;;;;;;',
  '01.11.2026;;;;;Anfangssaldo;;EUR;2.000,00;H',
  '30.11.2026;;;;;Endsaldo;;EUR;2.375,50;H',
].join('\r\n')

const read = (text: string, mappings: Record<string, BankMapping> = {}, describe = false) =>
  // Banks write Windows-1252.
  readBankBytes(
    Uint8Array.from(text, (char) => char.charCodeAt(0)),
    { mappings, describe, currency: 'EUR' },
  )
const tableOf = (text: string) => {
  const answer = read(text)
  if (!('table' in answer)) throw new Error(JSON.stringify(answer))
  return answer.table
}
const expected = {
  left: { pending: 0, outgoing: 1, unreadable: 0 },
  entries: [
    { day: '2026-11-02', amountMinor: '9500' },
    { day: '2026-11-04', amountMinor: '108050' },
  ],
}

test('a column without heading whose values are only H and S decides the sign, and the mapping names it', () => {
  const { fingerprint, suggested } = tableOf(file)
  expect(suggested.columns.at(-1)).toBe('direction')
  expect(read(file, { [fingerprint]: suggested })).toMatchObject({ file: expected })
})

test.each([
  ['Soll and Haben', 'Haben', 'Soll'],
  ['lower case', 'h', 's'],
  ['CR and DR', 'CR', 'DR'],
])('signs are also written as %s', (_, credit, debit) => {
  const text = file.replaceAll('"H"', `"${credit}"`).replaceAll('"S"', `"${debit}"`)
  const { fingerprint, suggested } = tableOf(text)
  expect(read(text, { [fingerprint]: suggested })).toMatchObject({ file: expected })
})

test('a mapping that was saved before the column was recognized is read with the sign, and shown with it', () => {
  const { fingerprint, suggested } = tableOf(file)
  const old = { ...suggested, columns: suggested.columns.map((field) => (field === 'direction' ? null : field)) }
  expect(read(file, { [fingerprint]: old })).toMatchObject({ file: expected })
  expect(read(file, { [fingerprint]: old }, true)).toMatchObject({
    table: { suggested: { columns: suggested.columns } },
  })
})

test('a mapping of signed amounts is read as before, and a column with other values is no sign', () => {
  const signed = 'Datum;Verwendungszweck;Betrag;\n02.11.2026;x;-5,00;\n03.11.2026;y;7,00;\n'
  const { fingerprint, suggested } = tableOf(signed)
  expect(suggested.columns).toEqual(['day', 'text', 'amount', null])
  expect(read(signed, { [fingerprint]: suggested })).toMatchObject({ file: { entries: [{ amountMinor: '700' }] } })
  expect(
    tableOf('Datum;Verwendungszweck;Betrag;\n02.11.2026;x;5,00;S\n03.11.2026;y;7,00;9\n').suggested.columns.at(-1),
  ).toBeNull()
})
