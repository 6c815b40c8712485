import {
  missingScriptOf,
  recipientTexts,
  senderTexts,
} from '@attune/contract/features/billing/invoice/invoice.letters.rules'
import { estimateTexts } from '@attune/contract/features/billing/estimate/estimate.rules'
import type { EstimateContent, MissingEstimateField } from '@attune/contract/features/billing/estimate/estimate.schemas'
import type { Business } from '@attune/contract/features/billing/business/business'
import { buyerOf, sellerOf } from '../invoice/invoice.ts'
import type { EstimateParties } from './estimate.content.ts'

/** Returns the parts of an estimate that have letters of a script that PDFs cannot show. */
export function estimateLetterProblems(
  content: EstimateContent,
  { parties, clientId }: EstimateParties,
  business: Business,
): MissingEstimateField[] {
  const payer = parties.payers.get(clientId)
  const problem = (
    field: MissingEstimateField['field'],
    texts: string[],
    position: number | null = null,
  ): MissingEstimateField[] => {
    const script = missingScriptOf(texts)
    return script === null ? [] : [{ field, position, script }]
  }
  const seller = sellerOf(business, parties.therapistName)
  return [
    ...problem('businessLetters', senderTexts({ seller, footer: business.footer })),
    ...problem('clientLetters', payer ? recipientTexts(buyerOf(payer, business)) : []),
    ...estimateTexts.flatMap((field) => problem(field, [content[field]])),
    ...content.lines.flatMap(({ code, text }, index) => problem('text', [code, text], index + 1)),
  ]
}
