import { OwnSuperbill } from '@attune/contract/features/billing/superbill/superbill'
import { z } from 'zod'
import { definePart, openStoredDocument } from '../../../platform/personal-export/exported-part.ts'
import { amountText, exportedDay, labelledFacts } from '../../../platform/personal-export/facts.ts'
import { translate } from '../../../platform/text/translations.ts'
import { findStoredSuperbill } from './superbill.document.ts'
import { listOwnSuperbills } from './superbill.list.ts'

/** The superbills of a client, as PDF unless they were withdrawn. */
export const superbillExport = definePart({
  name: 'invoices',
  roles: ['client'],
  schema: z.strictObject({ kindOfDocument: z.literal('superbill'), ...OwnSuperbill.shape }),
  async *pages({ db }, person) {
    const { actor, language } = person
    const superbills = await db.asActor(actor, listOwnSuperbills)
    yield superbills.map((superbill) => {
      const { from, to } = { from: exportedDay(person, superbill.from), to: exportedDay(person, superbill.to) }
      const at = `${superbill.madeOn}T12:00:00Z`
      const pdf = {
        name: `superbill-${superbill.from}-${superbill.to}.pdf`,
        at,
        type: 'application/pdf',
        open: () => openStoredDocument(db.asActor(actor, (tx) => findStoredSuperbill(tx, superbill.id))),
      }
      return {
        data: { kindOfDocument: 'superbill' as const, ...superbill },
        title: translate(language, 'superbill.exportTitle', { from, to }),
        at,
        text: superbill.businessName,
        facts: labelledFacts(language, { amount: amountText(language, superbill.paidMinor, superbill.currency) }),
        files: superbill.ready && superbill.withdrawn === null ? [pdf] : [],
      }
    })
  },
})
