import type { MeasureContent } from '@attune/contract/features/care/measure/measure.schemas'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api, createId } from '../../../../platform/api/api.ts'
import { toast } from '../../../../ui/toast/toast.ts'
import { useKeepMeasure, useMeasureRefusalText } from '../use-measure-list.ts'

/** Returns a mutation that creates a measure with the given content, and opens it. */
export function useCreateMeasure() {
  const keep = useKeepMeasure()
  const navigate = useNavigate()
  const refusal = useMeasureRefusalText()
  return useMutation({
    mutationFn: (content: MeasureContent) => api.measure.create({ id: createId(), content }),
    onSuccess: (view) => {
      keep(view)
      void navigate({ to: '/dashboard/therapist/questionnaires/$measureId', params: { measureId: view.id } })
    },
    onError: (error) => toast.error(refusal(error)),
  })
}
