/**
 * Reads a Buchungsstapel as DATEV documents it ('DATEV-Format', header version 700, category 21, format version 13), without code of the export. The
 * first line names format and period, the second the columns. `S` books the amount on the debit side of `Konto`, and on the credit side of
 * `Gegenkonto`. A tax key, or an account with a fixed tax rate, takes the tax out of the gross amount.
 */
export function readDatevBatch(file: Buffer) {
  const [head = [], columns = [], ...rows] = file.toString('latin1').split('\r\n').filter(Boolean).map(cellsOf)
  const [format, version, category, , formatVersion] = head
  if (format !== 'EXTF' || version !== '700' || category !== '21' || formatVersion !== '13') throw new Error('no batch')
  const [from = '', until = '', chart = ''] = [head[14], head[15], head[26]]
  const read = rows.map((cells) => {
    if (cells.length !== columns.length) throw new Error(`${cells.length} cells`)
    const cell = (name: string) => cells[columns.findIndex((column) => column.startsWith(name))] ?? ''
    const [day, month] = [cell('Belegdatum').slice(0, 2), cell('Belegdatum').slice(2)]
    const bookedOn = `${from.slice(0, 4)}${month}${day}`
    if (bookedOn < from || bookedOn > until) throw new Error(`${bookedOn} is not in the period`)
    if (cell('WKZ Umsatz') !== 'EUR') throw new Error('another currency')
    const gross = Number(cell('Umsatz').replace(',', '')) * (cell('Soll/Haben-Kennzeichen') === 'S' ? 1 : -1)
    return { gross, account: cell('Konto'), contra: cell('Gegenkonto'), key: cell('BU-Schlüssel') }
  })
  return { chart, ...addedUp(read, chart) }
}

/** Splits a line at its semicolons. A text is in quotation marks, which are doubled within it. */
const cellsOf = (line: string) =>
  [...line.matchAll(/(?:^|;)(?:"((?:[^"]|"")*)"|([^;]*))/g)].map(
    ([, text, plain]) => text?.replaceAll('""', '"') ?? plain ?? '',
  )

/** The tax in per cent of accounts with a fixed tax rate, and of tax keys. */
const taxOfAccount: Record<string, Record<string, number>> = {
  '03': { 8400: 19, 8300: 7 },
  '04': { 4400: 19, 4300: 7 },
  '07': {},
}
const taxOfKey: Record<string, Record<string, number>> = {
  '03': { 2: 7, 3: 19, 5: 16 },
  '04': { 2: 7, 3: 19, 5: 16 },
  '07': { 11: 0, 12: 10, 13: 20, 14: 13 },
}

type Row = { gross: number; account: string; contra: string; key: string }

/** Returns the sums of a batch in cents: revenue without tax, VAT, the amounts that payers owe, and the amounts received by account. */
function addedUp(rows: Row[], chart: string) {
  const sums = { revenue: 0, vat: 0, debtors: 0, money: {} as Record<string, number> }
  const isDebtor = (account: string) => account.length === 5
  const isRevenue = (account: string) => account.startsWith(chart === '03' ? '8' : '4')
  for (const { gross, account, contra, key } of rows) {
    if (isDebtor(account)) sums.debtors += gross
    else sums.money[account] = (sums.money[account] ?? 0) + gross
    if (isDebtor(contra)) sums.debtors -= gross
    if (!isRevenue(contra)) continue
    const rate = taxOfKey[chart]?.[key] ?? taxOfAccount[chart]?.[contra] ?? 0
    if (key && taxOfKey[chart]?.[key] === undefined) throw new Error(`unknown key ${key}`)
    const tax = Math.sign(gross) * Math.round((Math.abs(gross) * rate) / (100 + rate))
    sums.vat += tax
    sums.revenue += gross - tax
  }
  return sums
}
