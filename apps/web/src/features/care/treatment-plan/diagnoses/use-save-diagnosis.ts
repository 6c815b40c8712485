import type { ClientId } from '@attune/contract/common/ids'
import type { Diagnosis, DiagnosisFavorite } from '@attune/contract/features/care/treatment-plan/treatment-plan.schemas'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, createId } from '../../../../platform/api/api.ts'
import { toast } from '../../../../ui/toast/toast.ts'
import { useInvalidatePlans, usePlanChange, usePlanRefusalText } from '../use-plan.ts'

export type PlanDiagnosisValues = DiagnosisFavorite & { from: string; until: string }
type Saving = { clientId: ClientId; saved: Diagnosis | null; onDone: () => void }

/** Saves a diagnosis. After a new diagnosis is added, the toast offers to undo it. */
export function useSaveDiagnosis({ clientId, saved, onDone }: Saving) {
  const { t } = useTranslation('treatmentPlan')
  const [id] = useState(() => saved?.id ?? createId())
  const undo = useUndoDiagnosis({ clientId, id })
  return usePlanChange({
    send: ({ until, ...values }: PlanDiagnosisValues) =>
      api.treatmentPlan.saveDiagnosis({
        id,
        clientId,
        version: saved?.version ?? 0,
        ...values,
        until: until || null,
      }),
    onDone: () => {
      if (saved) toast.success(t('diagnosis.saved'))
      else
        toast({
          variant: 'success',
          title: t('diagnosis.saved'),
          action: { label: t('diagnosis.undo'), onClick: undo },
        })
      onDone()
    },
  })
}

/** Returns a function that deletes the diagnosis that was just added. */
function useUndoDiagnosis(added: Pick<Diagnosis, 'id'> & { clientId: ClientId }) {
  const { t } = useTranslation('treatmentPlan')
  const changed = useInvalidatePlans()
  const refusal = usePlanRefusalText()
  const remove = useMutation({
    mutationFn: () => api.treatmentPlan.removeDiagnosis(added),
    onSuccess: () => toast.success(t('diagnosis.removed')),
    onError: (error) => toast.error(refusal(error) ?? ''),
    onSettled: changed,
  })
  return () => remove.mutate()
}
