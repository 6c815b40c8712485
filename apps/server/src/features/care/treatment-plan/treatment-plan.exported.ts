import { OwnTreatmentPlan } from '@attune/contract/features/care/treatment-plan/treatment-plan.schemas'
import { definePart, type ExportedItem, type ExportingPerson } from '../../../platform/personal-export/exported-part.ts'
import { formatDayInZone, translate } from '../../../platform/text/translations.ts'
import { z } from 'zod'
import { listDiagnosisFavorites } from './treatment-plan.diagnoses.ts'
import { listOwnPlans } from './treatment-plan.client.ts'

/** The treatment plans that therapists share with a client. */
export const treatmentPlanExport = definePart({
  name: 'plan',
  roles: ['client'],
  schema: OwnTreatmentPlan,
  async *pages({ db }, person) {
    const plans = await db.asActor(person.actor, listOwnPlans)
    yield plans.map((plan) => itemOf(plan, person))
  },
})

function itemOf(plan: OwnTreatmentPlan, { language }: ExportingPerson): ExportedItem<OwnTreatmentPlan> {
  const t = (key: string, params?: Record<string, string>) => translate(language, `recordExport.${key}`, params)
  const day = (of: string) => formatDayInZone(`${of}T12:00:00Z`, language, 'UTC')
  return {
    data: plan,
    title: plan.therapistName,
    at: plan.madeAt,
    facts: [
      { label: t('diagnoses'), text: plan.diagnoses.map(({ code, text }) => `${code} ${text}`.trim()).join('\n') },
      ...plan.goals.map((goal, index) => ({
        label: t('goal', { number: String(index + 1) }),
        text: [goal.text, ...goal.objectives.map(({ text }) => `– ${text}`)].join('\n'),
      })),
      { label: t('reviewOn'), text: plan.reviewOn ? day(plan.reviewOn) : '' },
    ],
  }
}

const Favorites = z.strictObject({
  kind: z.literal('diagnosis-codes'),
  codes: z.array(z.strictObject({ system: z.string(), code: z.string(), text: z.string() })),
})

/** The diagnosis codes that a therapist has used, without the clients. */
export const diagnosisCodeExport = definePart({
  name: 'settings',
  roles: ['therapist'],
  schema: Favorites,
  async *pages({ db }, { actor, language }) {
    const codes = await db.asActor(actor, listDiagnosisFavorites)
    const title = translate(language, 'treatmentPlan.exportTitle')
    const text = codes.map((each) => `${each.code} ${each.text}`.trim()).join('\n')
    if (codes.length > 0) yield [{ data: { kind: 'diagnosis-codes' as const, codes }, title, at: null, text }]
  },
})
