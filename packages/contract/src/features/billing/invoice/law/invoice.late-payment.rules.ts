import type { LegalKind } from '../../payer/payer.rules.ts'

/** The flat compensation for the costs of recovery, in euro cents (art. D441-5 Code de commerce). */
export const recoveryMinor = '4000'

/**
 * Whether an invoice states the terms of late payment. In France, invoices to businesses contain the rate of the penalties, the compensation of 40 € and
 * the conditions of a discount for early payment (art. L441-9 I al. 5 and D441-5 Code de commerce, at fiducial.fr and agenceobjectifpaiement.com). Without
 * another provision, the rate is that of the European Central Bank plus 10 points, and no provision is below three times the legal interest (art.
 * L441-10 II, at lexbase.fr). Not to private persons. The rules for public orders were not read, so invoices to authorities state nothing. All read on
 * 27 November 2026.
 */
export const statesLateTerms = (sellerCountry: string, buyerKind: LegalKind): boolean =>
  sellerCountry === 'FR' && (buyerKind === 'company' || buyerKind === 'insurer')

/**
 * Returns the name of a sole trader in France: followed by 'EI' on all documents (art. R526-27 Code de commerce, decree 2022-725 of 28 April 2022, at
 * comptafrance.fr and legifiscal.fr, read on 27 November 2026), unless it says so already.
 */
export const soleTraderName = (name: string): string =>
  /(^|\s)EI(\s|$)|entrepreneu(r|se) individuel/i.test(name) ? name : `${name} EI`
