import { Service } from '@attune/contract/features/billing/service/service'
import { z } from 'zod'
import { definePart } from '../../../platform/personal-export/exported-part.ts'
import { amountText, labelledFacts } from '../../../platform/personal-export/facts.ts'
import { listServices } from './service.ts'

/** The services of a therapist with their prices. The prices that a client has agreed to are in the record. */
export const serviceExport = definePart({
  name: 'services',
  roles: ['therapist'],
  schema: z.strictObject({ kind: z.literal('service'), ...Service.shape }),
  async *pages({ db }, { actor, language }) {
    const services = await db.asActor(actor, listServices)
    yield services.map((service) => ({
      data: { kind: 'service' as const, ...service },
      title: `${service.code} ${service.text}`.trim(),
      at: null,
      facts: labelledFacts(language, { amount: amountText(language, service.priceMinor, service.currency) }),
    }))
  },
})
