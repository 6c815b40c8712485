import { SafetyPlan } from '@attune/contract/features/care/safety/safety'
import { z } from 'zod'
import { definePart } from '../../../platform/personal-export/exported-part.ts'
import { labelledFacts } from '../../../platform/personal-export/facts.ts'
import { translate } from '../../../platform/text/translations.ts'
import { findSafetyPlan, listPlanReaders } from './safety.queries.ts'

/** The safety plan of a client. */
export const safetyExport = definePart({
  name: 'safety-plan',
  roles: ['client'],
  schema: z.strictObject({ ...SafetyPlan.shape, sharedWith: z.array(z.string()) }),
  async *pages({ db }, { actor, language }) {
    const { plan, readers } = await db.asActor(actor, async (tx) => ({
      plan: await findSafetyPlan(tx, actor.id),
      readers: await listPlanReaders(tx),
    }))
    if (!plan || plan.version === 0) return
    const sharedWith = readers.filter(({ shared }) => shared).map(({ name }) => name)
    const t = (key: string) => translate(language, `personalExport.plan.${key}`)
    const people = (each: SafetyPlan['people']) => each.map(({ name, phone }) => `${name} ${phone}`.trim()).join('\n')
    yield [
      {
        data: { ...plan, sharedWith },
        title: t('title'),
        at: plan.updatedAt,
        facts: [
          { label: t('warningSigns'), text: plan.warningSigns.join('\n') },
          { label: t('whatHelps'), text: plan.whatHelps.join('\n') },
          { label: t('people'), text: people(plan.people) },
          { label: t('professionals'), text: people(plan.professionals) },
          ...labelledFacts(language, { sharedWith }),
        ],
      },
    ]
  },
})
