import { expect, test } from 'vitest'
import { readBankBytes } from './read.ts'

type Row = { day?: string; kind?: string; text?: string; amount?: string; payer?: string }

/** Reads a CSV file of a bank with a column for the type of each entry, to which the mapping assigns no field. */
function read(...rows: Row[]) {
  const lines = rows.map(
    ({
      day = '02.11.2026',
      kind = 'GUTSCHRIFT',
      text = 'Rechnung 2026-0001',
      amount = '95,00',
      payer = 'Ana Moreau',
    }) => `${day};${kind};${text};${payer};${amount};EUR`,
  )
  const content = ['Buchungstag;Buchungstext;Verwendungszweck;Auftraggeber;Betrag;Waehrung', ...lines].join('\r\n')
  const bytes = new TextEncoder().encode(content)
  const options = { mappings: {}, describe: false, currency: 'EUR' }
  const table = readBankBytes(bytes, options)
  if (!('table' in table)) throw new Error(JSON.stringify(table))
  const { fingerprint, suggested } = table.table
  const answer = readBankBytes(bytes, { ...options, mappings: { [fingerprint]: suggested } })
  if (!('file' in answer)) throw new Error(JSON.stringify(answer))
  return answer.file
}
const optionsOf = (mappings = {}) => ({ mappings, describe: false, currency: 'EUR' })
/** Reads a CSV file with two columns of amounts, with the suggested mapping, or with one that an earlier version saved. */
function readTwoColumns(
  rows: readonly (readonly [day: string, text: string, debit: string, credit: string])[],
  isOld = false,
) {
  const lines = [
    'Datum;Buchungstext;Text;Belastung;Gutschrift',
    ...rows.map(([day, ...of]) => [day, '', ...of].join(';')),
  ]
  const bytes = new TextEncoder().encode(lines.join('\n').replace(';Text;', ';Verwendungszweck;'))
  const table = readBankBytes(bytes, optionsOf())
  if (!('table' in table)) throw new Error(JSON.stringify(table))
  const { fingerprint, suggested } = table.table
  const columns = suggested.columns.map((field) => (isOld && field === 'debit' ? null : field))
  const answer = readBankBytes(bytes, optionsOf({ [fingerprint]: { ...suggested, columns } }))
  if (!('file' in answer)) throw new Error(JSON.stringify(answer))
  return answer.file
}

test.each([
  ['an empty other column', '', '', false],
  ['a zero in the other column', '0,00', '0.00', false],
  ['a mapping that was saved before', '', '', true],
])(
  'in a file with columns of paid and received amounts, a paid one reverses a payment: %s',
  (_, paid, received, isOld) => {
    const { entries, left } = readTwoColumns(
      [
        ['02.11.2026', 'Rechnung 2026-0001', paid, '95,00'],
        ['03.11.2026', 'Miete', '500,00', received],
        ['04.11.2026', 'Storno Rechnung 2026-0001', '95,00', received],
      ],
      isOld,
    )
    const [payment, reversal] = entries
    expect(entries).toMatchObject([
      { amountMinor: '9500', reversedMinor: '9500', isReversal: false },
      { amountMinor: '-9500', isReversal: true },
    ])
    expect(reversal?.reverses).toBe(payment?.key)
    expect(left).toEqual({ pending: 0, outgoing: 1, unreadable: 0 })
  },
)

const back = { day: '04.11.2026', amount: '-95,00' }

test.each([
  ['the column of the kind', { kind: 'RETOURE' }],
  ['the column of the kind in lower case', { kind: 'Rücklastschrift' }],
  ['the text', { kind: 'SONSTIGES', text: 'RUECKLASTSCHRIFT Rechnung 2026-0001' }],
  ['the end of the text', { kind: 'SONSTIGES', text: 'Rechnung 2026-0001 / Storno' }],
])('an outgoing row that names a reversal in %s reverses the payment of the same text', (_, named) => {
  const { entries, left } = read({}, { ...back, ...named })
  const [payment, reversal] = entries
  expect(payment).toMatchObject({ amountMinor: '9500', reversedMinor: '9500', isReversal: false })
  expect(reversal).toMatchObject({ amountMinor: '-9500', isReversal: true, reverses: payment?.key })
  expect(left).toEqual({ pending: 0, outgoing: 0, unreadable: 0 })
})

test('a reversal whose payment is in another file names the keys that the payment has there', () => {
  const [payment] = read({}).entries
  const [reversal] = read({ ...back, kind: 'Storno' }).entries
  expect(reversal?.earlierKeys).toContain(payment?.key)
  expect(reversal?.pair).toBe(payment?.pair)
})

test('an outgoing row without such a word stays outgoing, and a received one with it stays a payment', () => {
  const { entries, left } = read(
    { ...back, kind: 'LASTSCHRIFT', text: 'Miete' },
    { kind: 'GUTSCHRIFT', text: 'Stornogebühr Seminar' },
    { ...back, text: 'Returnity GmbH' },
  )
  expect(entries.map(({ amountMinor, isReversal }) => [amountMinor, isReversal])).toEqual([['9500', false]])
  expect(left.outgoing).toBe(2)
})
