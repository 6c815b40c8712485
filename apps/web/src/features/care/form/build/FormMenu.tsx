import type { FormView } from '@attune/contract/features/care/form/form.schemas'
import { IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api } from '../../../../platform/api/api.ts'
import { ActionMenu } from '../../../../ui/page/menu/ActionMenu.tsx'
import { toast } from '../../../../ui/toast/toast.ts'
import { useFormRefusalText, useInvalidateForms } from '../use-forms.ts'

/** The menu of a form: deletes it, with undo. */
export function FormMenu({ view: { id }, onGone }: { view: FormView; onGone: () => void }) {
  const { t } = useTranslation('form')
  const navigate = useNavigate()
  const changed = useInvalidateForms()
  const refusal = useFormRefusalText()
  const failed = (error: unknown) => toast.error(refusal(error))
  const restore = useMutation({
    mutationFn: () => api.form.restore({ id }),
    onSuccess: () => void changed(),
    onError: failed,
  })
  const remove = useMutation({
    mutationFn: () => api.form.remove({ id }),
    onSuccess: async () => {
      onGone()
      await navigate({ to: '/dashboard/therapist/forms' })
      void changed()
      toast({
        variant: 'success',
        title: t('remove.done'),
        action: { label: t('undo'), onClick: () => restore.mutate() },
      })
    },
    onError: failed,
  })
  return (
    <ActionMenu
      label={t('more')}
      items={[{ label: t('remove.action'), icon: IconTrash, danger: true, onClick: () => remove.mutate() }]}
    />
  )
}
