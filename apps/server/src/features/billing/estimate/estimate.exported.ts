import { OwnEstimate } from '@attune/contract/features/billing/estimate/estimate.schemas'
import { z } from 'zod'
import { definePart, openStoredDocument } from '../../../platform/personal-export/exported-part.ts'
import { exportedDay } from '../../../platform/personal-export/facts.ts'
import { translate } from '../../../platform/text/translations.ts'
import { listOwnEstimates } from './estimate.client.ts'
import { findStoredEstimate } from './estimate.document.ts'

const pageLength = 50

/** The estimates that were given to a client, as PDF. */
export const estimateExport = definePart({
  name: 'invoices',
  roles: ['client'],
  position: 1,
  schema: z.strictObject({ kindOfDocument: z.literal('estimate'), ...OwnEstimate.shape }),
  async *pages({ db }, person) {
    const { actor, language } = person
    let after: string | undefined
    for (;;) {
      const { items, next } = await db.asActor(actor, (tx) => listOwnEstimates(tx, { after, limit: pageLength }))
      yield items.map((estimate) => {
        const [from, to] = [exportedDay(person, estimate.periodFrom), exportedDay(person, estimate.periodUntil)]
        const at = `${estimate.givenOn}T12:00:00Z`
        const pdf = {
          name: `estimate-${estimate.number}-${estimate.givenOn}.pdf`,
          at,
          type: 'application/pdf',
          open: () => openStoredDocument(db.asActor(actor, (tx) => findStoredEstimate(tx, estimate.id))),
        }
        return {
          data: { kindOfDocument: 'estimate' as const, ...estimate },
          title: translate(language, 'estimate.exportTitle', { from, to }),
          at,
          text: estimate.businessName,
          files: estimate.isReady ? [pdf] : [],
        }
      })
      if (next === null) return
      after = next
    }
  },
})
