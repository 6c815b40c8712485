import { quoteFormulas } from '@attune/contract/common/csv/csv'
import { decimal } from '@attune/contract/common/money/money'
import type { DatevSettings } from '@attune/contract/features/billing/invoice/invoice.export'
import type { ExportedInvoice, ExportedPayment, ExportPeriod } from './rows.ts'

type Accounts = {
  exempt: number
  smallBusiness: number
  full: number
  reduced: number
  otherRate: number
  damages: number
  reverseCharge: number
  thirdCountry: number
  bank: number
  cash: number
  transit: number
}

/**
 * Accounts of the two common charts. The accounts for 19 % and 7 % contain the tax, so that no tax key is given. Those for services that are taxed
 * abroad are listed in Haufe, 'Umsatzsteuer, Ausnahmen beim Leistungsort', section 8, read on 27 November 2026.
 */
const charts: Record<DatevSettings['chart'], Accounts> = {
  SKR03: {
    exempt: 8100,
    smallBusiness: 8195,
    full: 8400,
    reduced: 8300,
    otherRate: 8200,
    damages: 2742,
    reverseCharge: 8336,
    thirdCountry: 8338,
    bank: 1200,
    cash: 1000,
    transit: 1360,
  },
  SKR04: {
    exempt: 4100,
    smallBusiness: 4185,
    full: 4400,
    reduced: 4300,
    otherRate: 4000,
    damages: 4970,
    reverseCharge: 4336,
    thirdCountry: 4338,
    bank: 1800,
    cash: 1600,
    transit: 1460,
  },
}
/** The DATEV account for all payers, because the tax adviser has no separate accounts for them. */
const debtor = 10_000
const currency = 'EUR'

const pairs = (type: string, content: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${type} ${index + 1};${content} ${index + 1}`).join(';')

/** The columns of version 13 of the format. */
const columns = [
  'Umsatz (ohne Soll/Haben-Kz);Soll/Haben-Kennzeichen;WKZ Umsatz;Kurs;Basis-Umsatz;WKZ Basis-Umsatz;Konto',
  'Gegenkonto (ohne BU-Schlüssel);BU-Schlüssel;Belegdatum;Belegfeld 1;Belegfeld 2;Skonto;Buchungstext;Postensperre',
  'Diverse Adressnummer;Geschäftspartnerbank;Sachverhalt;Zinssperre;Beleglink',
  pairs('Beleginfo - Art', 'Beleginfo - Inhalt', 8),
  'KOST1 - Kostenstelle;KOST2 - Kostenstelle;Kost-Menge;EU-Land u. UStID;EU-Steuersatz;Abw. Versteuerungsart',
  'Sachverhalt L+L;Funktionsergänzung L+L;BU 49 Hauptfunktionstyp;BU 49 Hauptfunktionsnummer;BU 49 Funktionsergänzung',
  pairs('Zusatzinformation - Art', 'Zusatzinformation- Inhalt', 20),
  'Stück;Gewicht;Zahlweise;Forderungsart;Veranlagungsjahr;Zugeordnete Fälligkeit;Skontotyp;Auftragsnummer;Buchungstyp',
  'USt-Schlüssel (Anzahlungen);EU-Land (Anzahlungen);Sachverhalt L+L (Anzahlungen);EU-Steuersatz (Anzahlungen)',
  'Erlöskonto (Anzahlungen);Herkunft-Kz;Buchungs GUID;KOST-Datum;SEPA-Mandatsreferenz;Skontosperre;Gesellschaftername',
  'Beteiligtennummer;Identifikationsnummer;Zeichnernummer;Postensperre bis;Bezeichnung SoBil-Sachverhalt',
  'Kennzeichen SoBil-Buchung;Festschreibung;Leistungsdatum;Datum Zuord. Steuerperiode;Fälligkeit;Generalumkehr (GU)',
  'Steuersatz;Land;Abrechnungsreferenz;BVV-Position;EU-Land u. UStID (Ursprung);EU-Steuersatz (Ursprung);Abw. Skontokonto',
].join(';')

type Booking = { minor: bigint; account: number; contra: number; day: string; number: string; text: string }

type TaxGroup = ExportedInvoice['snapshot']['taxes'][number]

/** Returns the account of a tax group. A group outside VAT is damages, or services for an organization outside the EU. */
function revenueAccount(accounts: Accounts, group: TaxGroup, { seller, buyer }: ExportedInvoice['snapshot']) {
  if (group.category === 'AE') return accounts.reverseCharge
  const isAbroad = buyer.kind === 'organization' && buyer.country !== seller.country
  if (group.category === 'O') return isAbroad ? accounts.thirdCountry : accounts.damages
  if (group.category === 'E') return group.reasonCode ? accounts.exempt : accounts.smallBusiness
  return { 1900: accounts.full, 700: accounts.reduced }[group.rateBp] ?? accounts.otherRate
}

function bookingsOf(invoices: ExportedInvoice[], payments: ExportedPayment[], accounts: Accounts): Booking[] {
  const ofInvoices = invoices.flatMap(({ snapshot }) => {
    const sign = snapshot.kind === 'credit-note' ? -1n : 1n
    if (snapshot.currency !== currency) return []
    return snapshot.taxes.map((group) => ({
      minor: sign * (BigInt(group.netMinor) + BigInt(group.taxMinor)),
      account: debtor,
      contra: revenueAccount(accounts, group, snapshot),
      day: snapshot.issuedOn,
      number: snapshot.number,
      text: snapshot.buyer.name,
    }))
  })
  const moneyAccounts = {
    'bank-transfer': accounts.bank,
    'credit-card': accounts.transit,
    provider: accounts.transit,
    cash: accounts.cash,
  }
  const ofPayments = payments.flatMap(({ amountMinor, method, paidOn, number, payer, ...payment }) => {
    // Credit moves from one invoice of the payer to another, and no money with it.
    if (payment.currency !== currency || method === 'credit') return []
    return [
      { minor: BigInt(amountMinor), account: moneyAccounts[method], contra: debtor, day: paidOn, number, text: payer },
    ]
  })
  return [...ofInvoices, ...ofPayments].filter(({ minor }) => minor !== 0n)
}

/** Quotes a text of at most `max` characters without control characters, and escapes texts that look like formulas. */
const quoted = (text: string, max: number) =>
  `"${[...quoteFormulas(text.replace(/\p{Cc}+/gu, ' ').trim())].slice(0, max).join('').replaceAll('"', '""')}"`
const compact = (day: string) => day.replaceAll('-', '')

function datevLineOf({ minor, account, contra, day, number, text }: Booking): string {
  const cells = columns.split(';').map(() => '')
  cells[0] = decimal(minor < 0n ? -minor : minor, 2).replace('.', ',')
  cells[1] = minor < 0n ? '"H"' : '"S"'
  cells[2] = quoted(currency, 3)
  cells[6] = String(account)
  cells[7] = String(contra)
  // The day without its year; the first line of the file contains the year.
  cells[9] = day.slice(8) + day.slice(5, 7)
  cells[10] = quoted(number, 36)
  cells[13] = quoted(text, 60)
  return cells.join(';')
}

/**
 * Returns the invoices and payments of a period as a DATEV Buchungsstapel (EXTF 700, category 21, version 13) in Windows-1252. The period must be
 * within one year. Contains only amounts in EUR, because other currencies would need an exchange rate.
 */
export function datevFile(
  invoices: ExportedInvoice[],
  payments: ExportedPayment[],
  { from, until, now, settings }: ExportPeriod & { now: Date; settings: DatevSettings },
): Buffer {
  const { consultant, client, chart } = settings
  const made = now.toISOString().replace(/\D/g, '')
  const year = from.slice(0, 4)
  const head = `"EXTF";700;21;"Buchungsstapel";13;${made};;"RE";"";"";${consultant};${client};${year}0101;4`
  const period = `${compact(from)};${compact(until)};"Attune";"";1;0;0;"${currency}";;"";;;"${chart.slice(3)}";;;"";""`
  const lines = bookingsOf(invoices, payments, charts[chart]).map(datevLineOf)
  return windows1252([`${head};${period}`, columns, ...lines].map((line) => `${line}\r\n`).join(''))
}

/** The characters of Windows-1252 from 0x80 to 0x9f; spaces are codes without a character. */
const above127 = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ'

/** Encodes a text as Windows-1252. Replaces unsupported characters by their letter without accents, or by a question mark. */
function windows1252(text: string): Buffer {
  const codeOf = (character: string): number | null => {
    const code = character.codePointAt(0) ?? 0
    if (code < 0x80 || (code >= 0xa0 && code <= 0xff)) return code
    const index = above127.indexOf(character)
    return index < 0 ? null : 0x80 + index
  }
  const bytes = Array.from(text.normalize('NFC'), (character) => {
    const plain = character.normalize('NFD').replace(/\p{Mn}/gu, '')
    return codeOf(character) ?? (plain.length === 1 ? codeOf(plain) : null) ?? 0x3f
  })
  return Buffer.from(bytes)
}
