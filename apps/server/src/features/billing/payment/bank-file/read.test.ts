import type { BankMapping } from '@attune/contract/features/billing/payment/payment.bank-file.rules'
import { zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { camtFile, type CamtEntry } from './bank-file.testing.ts'
import { readBankBytes } from './read.ts'
import { signedAmount } from './values.ts'

const options = { mappings: {}, describe: false, currency: 'EUR' }
const bytesOf = (text: string) => new TextEncoder().encode(text)
const read = (file: string | Uint8Array, mappings: Record<string, BankMapping> = {}) =>
  readBankBytes(typeof file === 'string' ? bytesOf(file) : file, { ...options, mappings })
const fileOf = (file: string | Uint8Array, mappings: Record<string, BankMapping> = {}) => {
  const answer = read(file, mappings)
  if (!('file' in answer)) throw new Error(JSON.stringify(answer))
  return answer.file
}
const camt = (...entries: CamtEntry[]) => fileOf(camtFile(entries))
const plain = (file: ReturnType<typeof fileOf>) =>
  file.entries.map(
    ({ key: _key, reverses: _reverses, earlierKeys: _keys, pair: _pair, reversedMinor: _minor, ...entry }) => entry,
  )
const nothingLeft = { pending: 0, outgoing: 0, unreadable: 0 }

describe('CAMT.053', () => {
  test.each(['02', '04', '08', '13'])('an entry of version %s is read with day, amount, payer and text', (version) => {
    const file = fileOf(camtFile([{ amount: '1234.5', text: 'Rechnung 2026-0001 & mehr <3' }], { version }))
    expect(plain(file)).toEqual([
      {
        day: '2026-11-02',
        amountMinor: '123450',
        currency: 'EUR',
        payer: 'Ana Moreau',
        text: 'Rechnung 2026-0001 & mehr <3',
        isReversal: false,
      },
    ])
    expect(file.left).toEqual(nothingLeft)
  })

  test('pending, outgoing, reversed and returned entries are recognized', () => {
    const returned = '<TxDtls><RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf></TxDtls>'
    const file = camt(
      { status: 'PDNG' },
      { status: 'INFO' },
      { debit: true },
      { reversal: true, amount: '10.00' },
      { reversal: true, debit: true, amount: '20.00' },
      { details: returned, amount: '30.00' },
      { amount: '0.00' },
      { day: '2026-13-40' },
      { amount: '1.2345' },
    )
    expect(file.left).toEqual({ pending: 2, outgoing: 1, unreadable: 3 })
    expect(file.entries.map(({ amountMinor, isReversal }) => [amountMinor, isReversal])).toEqual([
      ['1000', true],
      ['-2000', true],
      ['3000', true],
    ])
  })

  test('a batch is read as its transactions where they have their own amounts', () => {
    const one = (amount: string, name: string) =>
      `<TxDtls>${amount}<RltdPties><Dbtr><Nm>${name}</Nm></Dbtr></RltdPties></TxDtls>`
    const amount = (value: string) => `<AmtDtls><TxAmt><Amt Ccy="EUR">${value}</Amt></TxAmt></AmtDtls>`
    const split = camt({
      amount: '100.00',
      reference: 'B1',
      details: one(amount('60.00'), 'Ana') + one(amount('40.00'), 'Ben'),
    })
    expect(split.entries.map(({ amountMinor, payer }) => [amountMinor, payer])).toEqual([
      ['6000', 'Ana'],
      ['4000', 'Ben'],
    ])
    expect(new Set(split.entries.map(({ key }) => key)).size).toBe(2)
    const whole = camt({ amount: '100.00', details: one('', 'Ana') + one(amount('40.00'), 'Ben') })
    expect(whole.entries.map(({ amountMinor }) => amountMinor)).toEqual(['10000'])
    // The amount in which a foreign payer ordered the transfer differs from the received amount.
    const foreign = '<TxDtls><AmtDtls><TxAmt><Amt Ccy="USD">110.00</Amt></TxAmt></AmtDtls></TxDtls>'
    expect(camt({ amount: '95.00', details: foreign }).entries[0]?.amountMinor).toBe('9500')
  })

  test('the text of an entry is put together from its parts and the end-to-end reference', () => {
    const details =
      '<TxDtls><Refs><EndToEndId>INV-2026-0002</EndToEndId></Refs><RmtInf><Ustrd>Rechnung 2026-</Ustrd><Ustrd>0001</Ustrd></RmtInf></TxDtls>'
    expect(camt({ details }).entries[0]?.text).toBe('Rechnung 2026- 0001 INV-2026-0002')
  })

  test('an entry that two statements of a file contain is read once', () => {
    const [monday, tuesday] = [{ reference: 'A1' }, { reference: 'A2', day: '2026-11-03' }]
    const statement = (entries: CamtEntry[], iban?: string) =>
      /<Stmt>[^]*<\/Stmt>/.exec(camtFile(entries, iban ? { iban } : {}))?.[0] ?? ''
    const withStatements = (...more: string[]) =>
      fileOf(camtFile([monday]).replace('</Stmt>', `</Stmt>${more.join('')}`)).entries
    const joined = withStatements(statement([monday, tuesday]))
    expect(joined.map(({ day }) => day)).toEqual(['2026-11-02', '2026-11-03'])
    expect(joined.map(({ key }) => key)).toEqual(camt(monday, tuesday).entries.map(({ key }) => key))
    expect(withStatements(statement([monday], 'AT611904300234573201'))).toHaveLength(2)
    expect(withStatements(statement([monday, monday]))).toHaveLength(2)
  })

  test('a reversal is also marked where the bank writes 1 for true', () => {
    const file = fileOf(camtFile([{ reversal: true }]).replace('<RvslInd>true<', '<RvslInd>1<'))
    expect(file.entries.map(({ isReversal }) => isReversal)).toEqual([true])
  })

  test('what banks write in place of a reference identifies no entry, in whatever order a later file has them', () => {
    for (const reference of ['NONREF', 'NOTPROVIDED']) {
      const [ana, ben] = [
        { reference, payer: 'Ana', text: '2026-0001' },
        { reference, payer: 'Ben', text: '2026-0002' },
      ]
      const first = camt(ana).entries[0]?.key
      expect(camt(ben, ana).entries.map(({ key }) => key === first)).toEqual([false, true])
    }
  })

  test('an entry has the same key in every file that contains it', () => {
    const keys = (...entries: CamtEntry[]) => camt(...entries).entries.map(({ key }) => key)
    const [one] = keys({ reference: 'A1', text: 'x' })
    expect(keys({ reference: 'A0' }, { reference: 'A1', text: 'another text' })[1]).toBe(one)
    expect(new Set(keys({}, {}, { payer: 'Ben' }, { text: 'x' }, { reference: 'A1' }, { reference: 'A2' })).size).toBe(
      6,
    )
    expect(keys({}, {})).toEqual(keys({}, {}))
    const other = fileOf(camtFile([{ reference: 'A1' }], { iban: 'FR7630006000011234567890189' }))
    expect(other.entries[0]?.key).not.toBe(one)
  })

  test('yen have no decimals, and an amount in an unknown currency is not read', () => {
    expect(camt({ currency: 'JPY', amount: '9500' }).entries[0]?.amountMinor).toBe('9500')
    expect(camt({ currency: 'KWD', amount: '9.500' }, { currency: 'XXY' }).left.unreadable).toBe(2)
  })

  test('XML in another encoding is read by its declaration or its byte order mark', () => {
    const head = '<?xml version="1.0" encoding="ISO-8859-1"?>'
    const latin = Uint8Array.from(camtFile([{ payer: 'Jörg Müller' }], { head }), (char) => char.charCodeAt(0))
    expect(fileOf(latin).entries[0]?.payer).toBe('Jörg Müller')
    expect(fileOf(`\ufeff${camtFile([{ payer: 'Łukasz' }])}`).entries[0]?.payer).toBe('Łukasz')
    expect(read(Uint8Array.from([...bytesOf('<?xml version="1.0"?><a>'), 0xff]))).toEqual({ problem: 'DAMAGED' })
  })

  test('a DOCTYPE, another namespace, damaged XML and a file without entries are refused', () => {
    const good = camtFile([{}])
    const doctype = good.replace('<Document', '<!DOCTYPE Document [<!ENTITY a "aaaa">]><Document')
    const late = `<?xml version="1.0"?>${'<!-- -->'.repeat(500)}<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>`
    for (const file of [doctype, late]) expect(read(file)).toEqual({ problem: 'DOCTYPE' })
    for (const namespace of ['camt.052.001.02', 'camt.054.001.08', 'pain.001.001.03', 'camt.053.001.02.evil'])
      expect(read(good.replace('camt.053.001.02', namespace)), namespace).toEqual({ problem: 'OTHER_FORMAT' })
    expect(read('<html><body/></html>')).toEqual({ problem: 'OTHER_FORMAT' })
    for (const broken of [good.slice(0, -20), good.replace('</Ntry>', ''), good.replace('<Ntry>', '<Ntry>&evil;')])
      expect(read(broken)).toEqual({ problem: 'DAMAGED' })
    expect(read(camtFile([]))).toEqual({ problem: 'EMPTY' })
  })

  test('elements of another namespace are left out', () => {
    const inner = '<x:Ntry xmlns:x="urn:other"><Amt Ccy="EUR">5.00</Amt></x:Ntry>'
    const file = camtFile([{}]).replace('<Ntry>', `${inner}<Ntry>`)
    expect(fileOf(file).entries.map(({ amountMinor }) => amountMinor)).toEqual(['9500'])
  })
})

describe('zip', () => {
  const zip = (files: Record<string, string>) =>
    zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, bytesOf(text)])))

  test('the statements of a zip file are joined, and an entry that two of them contain is read once', () => {
    const [monday, tuesday] = [{ reference: 'A1' }, { reference: 'A2', day: '2026-11-03' }]
    const file = fileOf(
      zip({
        'a/1.xml': camtFile([monday]),
        '2.XML': camtFile([monday, tuesday]),
        'read.me': 'x',
        '3.xml': camtFile([]),
      }),
    )
    expect(file.entries.map(({ day }) => day)).toEqual(['2026-11-02', '2026-11-03'])
  })

  test('a zip file without statements, a damaged one, and one that unpacks to more than 10 MB are refused @slow', () => {
    expect(read(zip({ 'a.pdf': 'x' }))).toEqual({ problem: 'OTHER_FORMAT' })
    expect(read(zip({ 'a.xml': '<a/>' }))).toEqual({ problem: 'OTHER_FORMAT' })
    expect(read(zip({ 'a.xml': camtFile([{}]) }).slice(0, -10))).toEqual({ problem: 'DAMAGED' })
    expect(read(zip({ 'a.xml': ' '.repeat(11 * 1024 * 1024) }))).toEqual({ problem: 'TOO_LARGE' })
    // The ZIP directory states a small size. No more than the stated size is unpacked.
    const lying = zip({ 'a.xml': ' '.repeat(3_000_000) })
    const directory = lying.findLastIndex((byte, at) => byte === 0x50 && lying[at + 1] === 0x4b && lying[at + 2] === 1)
    new DataView(lying.buffer).setUint32(directory + 24, 100, true)
    expect(read(lying)).toEqual({ problem: 'DAMAGED' })
  })
})

describe('CSV', () => {
  const german = 'Buchungstag;Beguenstigter/Zahlungspflichtiger;Verwendungszweck;Betrag;Waehrung\n'
  /** Reads a CSV file with the mapping that is suggested for it, with changes. */
  const csv = (text: string | Uint8Array, changes: Partial<BankMapping> = {}) => {
    const answer = read(text)
    if (!('table' in answer)) throw new Error(JSON.stringify(answer))
    const { fingerprint, suggested } = answer.table
    return fileOf(text, { [fingerprint]: { ...suggested, ...changes } })
  }
  const amounts = (file: ReturnType<typeof csv>) => file.entries.map(({ amountMinor }) => amountMinor)

  test.each([
    ['semicolons', ';'],
    ['commas', ','],
    ['tabs', '\t'],
  ])('a table with %s is described with a mapping that fits it, and read with this mapping', (_, delimiter) => {
    const rows = [
      ['Buchungstag', 'Auftraggeber', 'Verwendungszweck', 'Betrag', 'Währung'],
      ['02.11.26', 'Jörg Müller', 'Rechnung 2026-0001', '"1.234,56"', 'EUR'],
    ]
    const text = rows.map((row) => row.join(delimiter)).join('\r\n')
    const answer = read(text)
    expect(answer).toMatchObject({
      table: {
        columns: [
          { heading: 'Buchungstag', samples: ['02.11.26'] },
          { heading: 'Auftraggeber' },
          { heading: 'Verwendungszweck' },
          { heading: 'Betrag', samples: ['1.234,56'] },
          { heading: 'Währung' },
        ],
        suggested: { columns: ['day', 'payer', 'text', 'amount', 'currency'], decimal: 'comma', dayOrder: 'day-first' },
      },
    })
    expect(plain(csv(text))).toEqual([
      {
        day: '2026-11-02',
        amountMinor: '123456',
        currency: 'EUR',
        payer: 'Jörg Müller',
        text: 'Rechnung 2026-0001',
        isReversal: false,
      },
    ])
  })

  test('a byte order mark, UTF-16 and Windows-1252 are read', () => {
    const text = `${german}02.11.2026;Jörg Müller;x;95,00;EUR\n`
    const utf16 = new Uint8Array(Uint16Array.from(`\ufeff${text}`, (char) => char.charCodeAt(0)).buffer)
    const latin = Uint8Array.from(text, (char) => char.charCodeAt(0))
    for (const file of [`\ufeff${text}`, utf16, latin]) expect(csv(file).entries[0]?.payer).toBe('Jörg Müller')
  })

  test('the mapping decides how an ambiguous number such as 1.234 is read', () => {
    const rows = (...typed: string[]) =>
      `Date,Description,Amount\n${typed.map((one) => `2026-11-02,x,"${one}"`).join('\n')}`
    const numbers = rows('1,234.56', '95.5', '+80.00', '€ 12.00', '1 234.56', '100')
    expect(amounts(csv(numbers))).toEqual(['123456', '9550', '8000', '1200', '123456', '10000'])
    expect(amounts(csv(rows('1.234,56', '95,5', '1.234')))).toEqual(['123456', '9550', '123400'])
    expect(csv(rows('1.234', '95.00'), { decimal: 'point' }).left.unreadable).toBe(1)
    expect(csv(rows('abc', '1,2,3', '', '99999999999')).left.unreadable).toBe(4)
  })

  test('payments out are left out: by a sign on either side, a letter, a column for the direction or one for credits', () => {
    const rows = '2026-11-02;a;-5,00;H\n2026-11-02;b;5,00-;H\n2026-11-02;c;5,00;S\n2026-11-02;d;7,00;H\n'
    const signed = csv(`Datum;Text;Betrag;Soll/Haben\n${rows}`)
    expect([amounts(signed), signed.left.outgoing]).toEqual([['700'], 3])
    const columns = csv('Date,Details,Debit,Credit\n2026-11-02,a,5.00,\n2026-11-02,b,,7.00\n,,,\n')
    expect([amounts(columns), columns.left.outgoing]).toEqual([['700'], 1])
    expect(['80,50 S', '80.50 DR', '80,50 H', '−80', '80 EUR'].map((typed) => signedAmount(typed, '').sign)).toEqual([
      -1, -1, 1, -1, 1,
    ])
  })

  test('lines above the headings are left out, and a table without headings is described by its values', () => {
    const above = `"Konto";"DE89370400440532013000"\n"Zeitraum";"01.11.2026 - 22.11.2026"\n\n${german}02.11.2026;Ana;x;95,00;EUR`
    expect(csv(above)).toMatchObject({ entries: [{ payer: 'Ana' }], left: nothingLeft })
    const bare = read('20261102;95,00;Ana\n20261103;80,00;Ben\n')
    expect(bare).toMatchObject({ table: { columns: [{ heading: '', samples: ['20261102', '20261103'] }, {}, {}] } })
    if ('table' in bare) expect(bare.table.suggested.columns).toEqual(['day', null, null])
  })

  test('a file has the same fingerprint as another one if their headings are the same', () => {
    const print = (text: string) => {
      const answer = read(text)
      return 'table' in answer ? answer.table.fingerprint : null
    }
    const one = print(`${german}02.11.2026;Ana;x;95,00;EUR`)
    expect(print(`${german.toUpperCase()}03.11.2026;Ben;y;1,00;EUR`)).toBe(one)
    expect(print(`X${german}02.11.2026;Ana;x;95,00;EUR`)).not.toBe(one)
  })

  test('month and day are read in the order of the mapping', () => {
    const text = 'Date,Description,Amount\n03/04/2026,x,95.00\n'
    expect(csv(text, { dayOrder: 'day-first' }).entries[0]?.day).toBe('2026-04-03')
    expect(csv(text, { dayOrder: 'month-first' }).entries[0]?.day).toBe('2026-03-04')
  })

  test('a file with more than 50,000 payments is refused @slow', () => {
    const text = `Datum;Betrag\n${'02.11.2026;1,00\n'.repeat(50_001)}`
    const answer = read(text)
    if (!('table' in answer)) throw new Error('no table')
    const { fingerprint, suggested } = answer.table
    expect(read(text, { [fingerprint]: suggested })).toEqual({ problem: 'TOO_MANY' })
  })

  test('a file that is no table is refused', () => {
    expect(read('')).toEqual({ problem: 'EMPTY' })
    expect(read(' \r\n\r\n')).toEqual({ problem: 'EMPTY' })
    expect(read(german)).toEqual({ problem: 'EMPTY' })
    expect(read('only one column\nand nothing else')).toEqual({ problem: 'DAMAGED' })
    expect(read('\u0089PNG\r\n\u0000\u0000;1;2')).toEqual({ problem: 'DAMAGED' })
  })
})
