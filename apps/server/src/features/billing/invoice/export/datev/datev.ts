import { quoteFormulas } from '@attune/contract/common/csv/csv'
import { decimal } from '@attune/contract/common/money/money'
import type { EnteredDatev } from '@attune/contract/features/billing/invoice/datev/invoice.datev'
import { type Booking, datevCurrency as currency } from './datev-bookings.ts'
import { datevText, windows1252 } from './datev-text.ts'
import type { ExportPeriod } from '../rows.ts'

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

/** Quotes a text of at most `max` characters, transcribed to Windows-1252, without control characters, and escapes texts that look like formulas. */
const quoted = (text: string, max: number) =>
  `"${[
    ...quoteFormulas(
      datevText(text)
        .replace(/\p{Cc}+/gu, ' ')
        .trim(),
    ),
  ]
    .slice(0, max)
    .join('')
    .replaceAll('"', '""')}"`
const compact = (day: string) => day.replaceAll('-', '')

function datevLineOf({ minor, account, contra, key, day, number, text, euVatId }: Booking): string {
  const cells = columns.split(';').map(() => '')
  cells[0] = decimal(minor < 0n ? -minor : minor, 2).replace('.', ',')
  cells[1] = minor < 0n ? '"H"' : '"S"'
  cells[2] = quoted(currency, 3)
  cells[6] = account
  cells[7] = contra
  if (key) cells[8] = quoted(key, 4)
  // The day without its year; the first line of the file contains the year.
  cells[9] = day.slice(8) + day.slice(5, 7)
  cells[10] = quoted(number, 36)
  cells[13] = quoted(text, 60)
  if (euVatId) cells[39] = quoted(euVatId.replace(/[^A-Za-z0-9]/g, '').toUpperCase(), 15)
  return cells.join(';')
}

/**
 * Returns the bookings of a period as a DATEV Buchungsstapel (EXTF 700, category 21, version 13) in Windows-1252. The period must be within one year.
 */
export function datevFile(
  bookings: Booking[],
  {
    from,
    until,
    now,
    settings,
  }: ExportPeriod & { now: Date; settings: Pick<EnteredDatev, 'consultant' | 'client' | 'chart'> },
): Buffer {
  const { consultant, client, chart } = settings
  const made = now.toISOString().replace(/\D/g, '')
  const year = from.slice(0, 4)
  const head = `"EXTF";700;21;"Buchungsstapel";13;${made};;"RE";"";"";${consultant};${client};${year}0101;4`
  const period = `${compact(from)};${compact(until)};"Attune";"";1;0;0;"${currency}";;"";;;"${chart.slice(3)}";;;"";""`
  return windows1252([`${head};${period}`, columns, ...bookings.map(datevLineOf)].map((line) => `${line}\r\n`).join(''))
}
