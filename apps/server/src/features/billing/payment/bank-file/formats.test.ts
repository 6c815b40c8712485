import { zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { camtFile } from './bank-file.testing.ts'
import { bankSamples } from './banks.testing.ts'
import { readBankBytes } from './read.ts'

const encoded = (text: string) => new TextEncoder().encode(text)
const options = { mappings: {}, describe: false, currency: 'EUR' }
/** Reads a CSV file with the mapping that is suggested for it. */
const csv = (bytes: Uint8Array, currency = 'EUR') => {
  const asked = readBankBytes(bytes, { ...options, currency })
  if (!('table' in asked)) throw new Error(JSON.stringify(asked))
  const { fingerprint, suggested } = asked.table
  const answer = readBankBytes(bytes, { ...options, mappings: { [fingerprint]: suggested } })
  if (!('file' in answer)) throw new Error(JSON.stringify(answer))
  return answer.file
}

test('the samples are of at least ten banks', () => {
  expect(new Set(bankSamples.map(({ name }) => name)).size).toBeGreaterThanOrEqual(10)
})

test.each(bankSamples)('a CSV file of $name is read with the suggested mapping', (sample) => {
  const text = sample.lines.join('\r\n')
  const bytes = sample.isWindows1252 ? Uint8Array.from(text, (char) => char.charCodeAt(0)) : encoded(text)
  const file = csv(bytes, sample.received[0]?.slice(-3))
  expect(file.entries.map(({ amountMinor, currency }) => `${amountMinor} ${currency}`)).toEqual(sample.received)
  expect(file.left).toEqual({ pending: 0, outgoing: sample.outgoing, unreadable: 0 })
  const [entry] = file.entries
  expect(entry?.day).toBe('2026-11-02')
  expect(entry?.text).toContain('2026-0001')
  if (sample.payer) expect(entry?.payer).toBe(sample.payer)
})

test('in a zip file, CAMT.052 beside CAMT.053 is left out, and alone it is refused', () => {
  const statement = camtFile([{ reference: 'A1' }])
  const report = statement.replace('camt.053', 'camt.052')
  const both = readBankBytes(zipSync({ 'a.xml': encoded(report), 'b.xml': encoded(statement) }), options)
  expect('file' in both && both.file.entries.length).toBe(1)
  for (const alone of [encoded(report), zipSync({ 'a.xml': encoded(report) })])
    expect(readBankBytes(alone, options)).toEqual({ problem: 'OTHER_FORMAT' })
})

test('equal rows of two accounts, or of a month that is in the file twice, are entries of their own', () => {
  const rows = 'Konto;Datum;Name;Verwendungszweck;Betrag\nDE1;02.11.2026;Ana;x;95,00\nDE2;02.11.2026;Ana;x;95,00\n'
  const { entries } = csv(encoded(rows))
  expect(new Set(entries.map(({ key }) => key)).size).toBe(2)
  expect(csv(encoded(rows)).entries.map(({ key }) => key)).toEqual(entries.map(({ key }) => key))
})

test('10,000 rows are read, and each has its own key @slow', () => {
  const rows = Array.from({ length: 10_000 }, (_, at) => `02.11.2026;Ana;Rechnung 2026-${at};95,00`)
  const { entries } = csv(encoded(`Datum;Name;Verwendungszweck;Betrag\n${rows.join('\n')}`))
  expect(new Set(entries.map(({ key }) => key)).size).toBe(10_000)
})
