import type { ClientId } from '@attune/contract/common/ids'
import type { PlanDiagnosis } from '@attune/contract/features/billing/superbill/superbill'
import { icd10Pattern, superbillLimits } from '@attune/contract/features/billing/superbill/superbill.rules'
import type { Tx } from '../../../platform/database/actor.ts'
import { listDiagnoses } from '../../care/treatment-plan/treatment-plan.ts'

/** Returns the diagnoses in a client's treatment plan whose codes have the ICD-10-CM format, current ones first. */
export async function listPlanDiagnoses(tx: Tx, clientId: ClientId): Promise<PlanDiagnosis[]> {
  const diagnoses = await listDiagnoses(tx, clientId)
  return diagnoses
    .filter(({ system, code }) => system === 'icd-10' && icd10Pattern.test(code))
    .map(({ code, text, from, until }) => ({ code, text: text.slice(0, superbillLimits.diagnosisText), from, until }))
}
