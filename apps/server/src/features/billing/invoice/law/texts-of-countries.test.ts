import { legalKinds, type LegalKind } from '@attune/contract/features/billing/payer/payer.rules'
import { payerPlaces, type PayerPlace } from '@attune/contract/features/billing/invoice/law/invoice.system-lines.rules'
import { expect, test } from 'vitest'
import { readPdf } from '../../../../platform/pdf/reading.testing.ts'
import { startSharedApp } from '../../../../testing/app.ts'
import { openPractice, returnBeforeVerifactu } from '../../../../testing/records/invoices.ts'
import { makePdf } from '../../billing-document/pdf/document.ts'
import { addPaidClient, issueTo } from './kinds-of-payers.testing.ts'

const app = await startSharedApp({ worker: false })
returnBeforeVerifactu(app)

/**
 * The businesses, and the texts of law of their invoices in the language of the invoice. `has` returns whether a cell of the table contains the text.
 */
type Country = {
  business: Parameters<typeof openPractice>[2] & { country: string }
  abroad: Record<Exclude<PayerPlace, 'home'>, string>
  texts: { text: string; has: (kind: LegalKind, place: PayerPlace) => boolean }[]
  /** The cells that are refused, as `kind place`, with the missing fields of the refusal. */
  refused?: Record<string, string[]>
}
const everywhere = () => true
const isBusiness = (kind: LegalKind) => kind === 'company' || kind === 'insurer'
const isFrenchAuthority = (kind: LegalKind, place: PayerPlace) => kind === 'authority' && place === 'home'
const countries: Record<string, Country> = {
  Spain: {
    business: { country: 'ES', language: 'es', withholding_bp: 1500 },
    abroad: { eu: 'PT', outside: 'CH' },
    texts: [
      { text: 'Retención IRPF 15', has: (kind, place) => kind !== 'person' && place === 'home' },
      { text: '80,75', has: (kind, place) => kind !== 'person' && place === 'home' },
      { text: 'exenta de IVA', has: everywhere },
      { text: 'EI', has: () => false },
    ],
  },
  France: {
    business: { country: 'FR', language: 'fr', is_sole_trader: true },
    abroad: { eu: 'BE', outside: 'CH' },
    texts: [
      {
        text: 'indemnité forfaitaire de 40,00 €',
        has: (kind, place) => isBusiness(kind) || isFrenchAuthority(kind, place),
      },
      { text: 'Banque centrale européenne majoré de 8 points', has: isFrenchAuthority },
      { text: 'art. L2192-13 et R2192-31', has: isFrenchAuthority },
      { text: 'Banque centrale européenne majoré de 10 points', has: isBusiness },
      { text: 'Pas d’escompte', has: isBusiness },
      { text: 'Praxis Lindqvist EI', has: everywhere },
    ],
  },
  Switzerland: {
    business: { country: 'CH', language: 'de', iban: 'CH9300762011623852957', tax_id: 'CHE-123.456.788' },
    abroad: { eu: 'DE', outside: 'US' },
    texts: [
      { text: 'CHF 95.00', has: everywhere },
      { text: 'UID CHE-123.456.788', has: everywhere },
      { text: 'Empfangsschein', has: everywhere },
      { text: 'Annahmestelle', has: everywhere },
      { text: 'Steuernummer', has: () => false },
    ],
  },
  'the United States': {
    business: { country: 'US', language: 'es', routing_number: '021000021', account_number: '123456789' },
    abroad: { eu: 'ES', outside: 'MX' },
    texts: [
      { text: '$95.00', has: everywhere },
      { text: 'Retención', has: () => false },
      { text: '40,00', has: () => false },
    ],
  },
  Germany: {
    business: { country: 'DE', language: 'de' },
    abroad: { eu: 'AT', outside: 'CH' },
    texts: [
      { text: '§ 4 Nr. 14 UStG', has: everywhere },
      { text: 'Verzugszinsen', has: () => false },
      { text: 'Empfangsschein', has: () => false },
      { text: 'IRPF', has: () => false },
    ],
  },
  Poland: {
    business: { country: 'PL', language: 'en' },
    abroad: { eu: 'DE', outside: 'CH' },
    texts: [{ text: 'Art. 132(1)(c)', has: everywhere }],
    refused: Object.fromEntries(
      legalKinds.flatMap((kind) =>
        kind === 'person' ? [] : payerPlaces.map((place) => [`${kind} ${place}`, ['payer.system.ksef']]),
      ),
    ),
  },
}

const plain = (text: string) => text.replace(/\s/g, ' ')
const madeAt = '2026-11-20T17:03:00.000Z'

test.each(Object.entries(countries))(
  'a business in %s issues to each kind of payer in each place, or the refusal has a name, and the PDF has the texts of its law @slow',
  async (name, { business, abroad, texts, refused = {} }) => {
    const owner = await app.person('therapist', 30 + Object.keys(countries).indexOf(name))
    await openPractice(app, owner, business)
    const [found, expected]: Record<string, string>[] = [{}, {}]
    for (const kind of legalKinds)
      for (const place of payerPlaces) {
        const cell = `${kind} ${place}`
        const answer = await issueTo(
          owner,
          await addPaidClient(owner, kind, place === 'home' ? business.country : abroad[place]),
        )
        const printed =
          'sheet' in answer ? plain(readPdf(await makePdf({ sheet: answer.sheet, madeAt })).pages.join(' ')) : ''
        const shown = texts.filter(({ text }) => printed.includes(text))
        const wanted = texts.filter(({ has }) => has(kind, place))
        Object.assign(found as object, { [cell]: 'missing' in answer ? answer.missing : shown.map(({ text }) => text) })
        Object.assign(expected as object, { [cell]: refused[cell] ?? wanted.map(({ text }) => text) })
      }
    expect(found).toEqual(expected)
  },
)

test('own terms in France are frozen with the invoice and printed in the language of the payer @slow', async () => {
  const owner = await app.person('therapist', 40)
  await openPractice(app, owner, { country: 'FR', language: 'en' })
  const { version, fields } = await owner.api.business.own({})
  const own = { latePenaltyBp: 1500, earlyPayment: '2 % within 8 days.' }
  const saved = await owner.api.business.save({ version, fields: { ...fields, ...own } as never })
  const answer = await issueTo(owner, await addPaidClient(owner, 'company', 'FR'))
  if (!('sheet' in answer)) throw new Error(`refused: ${answer.missing.join()}`)
  expect(answer.sheet.lateTerms).toEqual({ penaltyBp: 1500, earlyPayment: '2 % within 8 days.' })
  const changed = { ...saved.fields, latePenaltyBp: null, earlyPayment: '' }
  await owner.api.business.save({ version: saved.version, fields: changed as never })
  const text = plain(readPdf(await makePdf({ sheet: answer.sheet, madeAt })).pages.join(' '))
  expect(text).toContain('penalties are due at 15% a year')
  expect(text).toContain('2 % within 8 days.')
})
