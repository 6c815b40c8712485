import type { FormView } from '@attune/contract/features/care/form/form.schemas'
import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Callout } from '../../../../ui/base/Callout.tsx'
import { FormDialog } from '../../../../ui/dialog/FormDialog.tsx'
import { toast } from '../../../../ui/toast/toast.ts'
import { FormPaper } from '../FormPaper.tsx'
import { useFormRefusalText } from '../use-forms.ts'
import { useConfirmForm } from './use-form-editor.ts'

type Props = { view: FormView; onClose: () => void; onChanged: (theirs: FormView) => void }

/** Shows the whole text of a form, which the therapist confirms before it can be sent. */
export function ConfirmFormDialog({ view, onClose, onChanged }: Props) {
  const { t } = useTranslation(['form', 'formConfirm'])
  const [isRead, setIsRead] = useState(false)
  const [isChecked, setIsChecked] = useState(false)
  const refusal = useFormRefusalText()
  const confirm = useConfirmForm(view, {
    onDone: () => {
      onClose()
      toast.success(t('confirm.done'))
    },
    onChanged: (theirs) => {
      onClose()
      onChanged(theirs)
    },
  })
  const submit = () => {
    setIsChecked(true)
    if (isRead) confirm.mutate()
  }
  return (
    <FormDialog
      title={t('confirm.title')}
      submit={t('confirm.action')}
      back={t('back')}
      busy={confirm.isPending}
      problem={confirm.error && refusal(confirm.error)}
      wide
      onClose={onClose}
      onSubmit={submit}
    >
      <Callout kind="warning">{t('ours.text')}</Callout>
      <h3 lang={view.content.language} style={{ margin: 0 }}>
        {view.content.title}
      </h3>
      <FormPaper content={view.content} answers={null} />
      <Checkbox
        label={t('formConfirm:read')}
        checked={isRead}
        error={isChecked && !isRead && t('formConfirm:readFirst')}
        onChange={(event) => setIsRead(event.currentTarget.checked)}
      />
    </FormDialog>
  )
}
