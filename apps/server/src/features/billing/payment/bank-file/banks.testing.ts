/** A CSV file in the layout of a bank, with the entries that the suggested mapping reads from it. */
type BankSample = {
  name: string
  lines: string[]
  /** The received amounts in minor units with their currency. */
  received: string[]
  outgoing: number
  payer?: string
  /** Whether the bank writes Windows-1252 instead of UTF-8. */
  isWindows1252?: boolean
}

/**
 * The layouts of CSV files of banks: separator, decimal sign, order of the date, lines above the headings, and how the sign is written. They imitate
 * files of these banks from memory; the names and numbers are invented.
 */
export const bankSamples: BankSample[] = [
  {
    name: 'Sparkasse',
    isWindows1252: true,
    lines: [
      '"Auftragskonto";"Buchungstag";"Valutadatum";"Buchungstext";"Verwendungszweck";"Beguenstigter/Zahlungspflichtiger";"Kontonummer/IBAN";"BIC (SWIFT-Code)";"Betrag";"Waehrung";"Info"',
      '"DE89";"02.11.26";"02.11.26";"GUTSCHR. UEBERWEISUNG";"Rechnung 2026-0001";"Jörg Müller";"DE12";"X";"95,00";"EUR";"Umsatz gebucht"',
      '"DE89";"03.11.26";"03.11.26";"LASTSCHRIFT";"Miete";"Vermieter";"DE13";"X";"-800,00";"EUR";"Umsatz gebucht"',
    ],
    received: ['9500 EUR'],
    outgoing: 1,
    payer: 'Jörg Müller',
  },
  {
    name: 'Volksbank',
    isWindows1252: true,
    lines: [
      'Volksbank Musterstadt eG;;;;;;',
      ';;;;;;',
      'Buchungstag;Valuta;Auftraggeber/Zahlungsempfänger;Vorgang/Verwendungszweck;Währung;Umsatz; ',
      '02.11.2026;02.11.2026;Jörg Müller;Rechnung 2026-0001;EUR;1.095,00;H',
      '03.11.2026;03.11.2026;Vermieter;Miete;EUR;800,00;S',
    ],
    received: ['109500 EUR'],
    outgoing: 1,
    payer: 'Jörg Müller',
  },
  {
    name: 'Deutsche Bank',
    isWindows1252: true,
    lines: [
      'Umsätze Girokonto;;;Kundennummer: 100 1234567',
      '01.11.2026 - 30.11.2026',
      'Letzter Kontostand;;;;1.000,00;EUR',
      'Buchungstag;Wert;Umsatzart;Begünstigter / Auftraggeber;Verwendungszweck;IBAN;BIC;Soll;Haben;Währung',
      '02.11.2026;02.11.2026;SEPA-Gutschrift;Jörg Müller;Rechnung 2026-0001;DE12;X;;95,00;EUR',
      '03.11.2026;03.11.2026;SEPA-Lastschrift;Vermieter;Miete;DE13;X;-800,00;;EUR',
    ],
    received: ['9500 EUR'],
    outgoing: 1,
    payer: 'Jörg Müller',
  },
  {
    name: 'DKB',
    lines: [
      '"Girokonto";"DE89370400440532013000"',
      '"Kontostand vom 30.11.2026:";"1.000,00 €"',
      '""',
      '"Buchungsdatum";"Wertstellung";"Status";"Zahlungspflichtige*r";"Zahlungsempfänger*in";"Verwendungszweck";"Umsatztyp";"IBAN";"Betrag (€)"',
      '"02.11.26";"02.11.26";"Gebucht";"Jörg Müller";"Praxis";"Rechnung 2026-0001";"Eingang";"DE12";"95,00"',
      '"03.11.26";"03.11.26";"Gebucht";"Praxis";"Vermieter";"Miete";"Ausgang";"DE13";"-800,00"',
    ],
    received: ['9500 EUR'],
    outgoing: 1,
    payer: 'Jörg Müller',
  },
  {
    name: 'ING',
    isWindows1252: true,
    lines: [
      'Umsatzanzeige;Datei erstellt am: 30.11.2026 12:00',
      'IBAN;DE89 3704 0044 0532 0130 00',
      'Kontoname;Girokonto',
      'Buchung;Wertstellungsdatum;Auftraggeber/Empfänger;Buchungstext;Verwendungszweck;Saldo;Währung;Betrag;Währung',
      '02.11.2026;02.11.2026;Jörg Müller;Gutschrift;Rechnung 2026-0001;1.095,00;EUR;95,00;EUR',
      '03.11.2026;03.11.2026;Vermieter;Lastschrift;Miete;295,00;EUR;-800,00;EUR',
    ],
    received: ['9500 EUR'],
    outgoing: 1,
    payer: 'Jörg Müller',
  },
  {
    name: 'N26',
    lines: [
      '"Booking Date","Value Date","Partner Name","Partner Iban",Type,"Payment Reference","Account Name","Amount (EUR)","Original Amount"',
      '2026-11-02,2026-11-02,"Jörg Müller",DE12,"Credit Transfer","Rechnung 2026-0001","Main","95.00",',
      '2026-11-03,2026-11-03,"Vermieter",DE13,"Direct Debit","Miete","Main","-800.00",',
    ],
    received: ['9500 EUR'],
    outgoing: 1,
    payer: 'Jörg Müller',
  },
  {
    name: 'PostFinance',
    lines: [
      'Datum von:;01.11.2026',
      'Konto:;CH9300762011623852957',
      'Währung:;CHF',
      'Datum;Avisierungstext;Gutschrift in CHF;Lastschrift in CHF;Valuta;Saldo in CHF',
      '02.11.2026;GUTSCHRIFT Jörg Müller 2026-0001;120.00;;02.11.2026;1120.00',
      '03.11.2026;LASTSCHRIFT Miete;;-800.00;03.11.2026;320.00',
    ],
    received: ['12000 CHF'],
    outgoing: 1,
  },
  {
    name: 'Erste Bank',
    lines: [
      'Buchungsdatum;Partnername;Partner IBAN;Betrag;Währung;Buchungs-Details',
      '02.11.2026;Jörg Müller;AT12;"1.095,00";EUR;Rechnung 2026-0001',
      '03.11.2026;Vermieter;AT13;"-800,00";EUR;Miete',
    ],
    received: ['109500 EUR'],
    outgoing: 1,
  },
  {
    name: 'Crédit Agricole',
    isWindows1252: true,
    lines: [
      'Compte n° 12345678;;;',
      'Solde au 30/11/2026;1 000,00;;',
      'Date;Libellé;Débit euros;Crédit euros',
      '02/11/2026;VIREMENT Jörg Müller 2026-0001;;1 095,00',
      '03/11/2026;PRELEVEMENT loyer;800,00;',
    ],
    received: ['109500 EUR'],
    outgoing: 1,
  },
  {
    name: 'CaixaBank',
    lines: [
      'Fecha;Concepto;Importe;Moneda',
      '02/11/2026;TRANSF. Jörg Müller 2026-0001;95,00;EUR',
      '03/11/2026;ALQUILER;-800,00;EUR',
    ],
    received: ['9500 EUR'],
    outgoing: 1,
  },
  {
    name: 'Chase',
    lines: [
      'Details,Posting Date,Description,Amount,Type,Balance,Check or Slip #',
      'CREDIT,11/02/2026,"ZELLE FROM Jörg Müller 2026-0001",95.00,PARTNERFI_TO_CHASE,1095.00,',
      'DEBIT,11/23/2026,"RENT",-800.00,ACH_DEBIT,295.00,',
    ],
    received: ['9500 EUR'],
    outgoing: 1,
  },
]
