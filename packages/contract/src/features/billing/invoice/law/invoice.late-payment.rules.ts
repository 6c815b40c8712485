import type { LegalKind } from '../../payer/payer.rules.ts'

/** The flat compensation for the costs of recovery, in euro cents (art. D441-5 Code de commerce; for public orders see `lateTermsKind`). */
export const recoveryMinor = '4000'

/**
 * Returns the kind of payer whose terms of late payment an invoice states; null if it states none. In France, invoices to businesses contain the rate
 * of the penalties, the compensation of 40 € and the conditions of a discount for early payment (art. L441-9 I al. 5 and D441-5 Code de commerce, at
 * fiducial.fr and agenceobjectifpaiement.com). Without another provision, the rate is that of the European Central Bank plus 10 points, and no
 * provision is below three times the legal interest (art. L441-10 II, at lexbase.fr). Invoices to private persons do not state them. All read on 27
 * November 2026.
 * An authority in France owes interest at the rate of the European Central Bank plus 8 points and 40 € by law, without another formality, whatever
 * the contract says (L2192-13, at code-commande-publique.com; R2192-31, at marche-public.fr; the amount at swavocats.com, all read on 28 November
 * 2026). The source has no discount, and the mentions that it lists for invoices (those of concessions, at circulaires.gouv.fr) do not contain the
 * terms, so the rate of the settings and the words on a discount are not stated. For an authority abroad, its own law counts.
 */
export function lateTermsKind(
  sellerCountry: string,
  { kind, country }: { kind: LegalKind; country: string },
): 'business' | 'authority' | null {
  if (sellerCountry !== 'FR') return null
  if (kind === 'authority') return country === 'FR' ? 'authority' : null
  return kind === 'person' ? null : 'business'
}

/**
 * Returns the name of a sole trader in France: followed by 'EI' on all documents (art. R526-27 Code de commerce, decree 2022-725 of 28 April 2022, at
 * comptafrance.fr and legifiscal.fr, read on 27 November 2026), unless the name already contains this status.
 */
export const soleTraderName = (name: string): string =>
  /(^|\s)EI(\s|$)|entrepreneu(r|se) individuel/i.test(name) ? name : `${name} EI`
