import { measureLimits } from '@attune/contract/features/care/measure/measure.limits'
import type { MeasureSummary } from '@attune/contract/features/care/measure/measure.schemas'
import { IconCopy, IconDownload, IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api } from '../../../../platform/api/api.ts'
import { saveText } from '../../../../ui/file/save-text.ts'
import { ActionMenu } from '../../../../ui/page/menu/ActionMenu.tsx'
import { toast } from '../../../../ui/toast/toast.ts'
import { useInvalidateMeasureList, useMeasureRefusalText } from '../use-measure-list.ts'
import { useCreateMeasure } from './use-create-measure.ts'

type Props = {
  measure: Pick<MeasureSummary, 'id' | 'title'>
  /** Called when the measure was deleted on its own page, which then shows the list. */
  onGone?: () => void
}

/** The menu of one of the therapist's own questionnaires: export, duplicate, and delete with undo. */
export function MeasureMenu({ measure: { id, title }, onGone }: Props) {
  const { t } = useTranslation(['measure', 'common'])
  const navigate = useNavigate()
  const changed = useInvalidateMeasureList()
  const refusal = useMeasureRefusalText()
  const onError = (error: unknown) => toast.error(refusal(error))
  const create = useCreateMeasure()
  const restore = useMutation({
    mutationFn: () => api.measure.restore({ id }),
    onSuccess: () => void changed(),
    onError,
  })
  const remove = useMutation({
    mutationFn: () => api.measure.remove({ id }),
    onSuccess: async () => {
      onGone?.()
      if (onGone) await navigate({ to: '/dashboard/therapist/questionnaires' })
      void changed()
      const undo = { label: t('undo'), onClick: () => restore.mutate() }
      toast({ variant: 'success', title: t('remove.done'), action: undo })
    },
    onError,
  })
  const save = useMutation({
    mutationFn: () => api.measure.exportFile({ id }),
    onSuccess: ({ fileName, json }) => saveText(fileName, json, 'application/fhir+json'),
    onError,
  })
  const duplicate = useMutation({
    mutationFn: () => api.measure.get({ id }),
    onSuccess: ({ content }) =>
      create.mutate({ ...content, title: t('copyOf', { title: content.title }).slice(0, measureLimits.title) }),
    onError,
  })
  return (
    <ActionMenu
      label={t('common:labelled', { label: t('more'), text: title || t('untitled') })}
      items={[
        { label: t('export'), icon: IconDownload, onClick: () => save.mutate() },
        { label: t('duplicate'), icon: IconCopy, onClick: () => duplicate.mutate() },
        { label: t('remove.action'), icon: IconTrash, danger: true, onClick: () => remove.mutate() },
      ]}
    />
  )
}
