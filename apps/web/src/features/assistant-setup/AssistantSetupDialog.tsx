import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { errorCode } from '../../platform/errors.ts'
import { Callout } from '../../ui/base/Callout.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'

type Props = {
  title: string
  submit: string
  save: { isPending: boolean; error: unknown }
  onClose: () => void
  onSubmit: () => void
  children: ReactNode
}

const known = ['CHANGED', 'ADDRESS_NOT_ALLOWED', 'IN_THE_FUTURE'] as const

/** A dialog that changes a part of the setup. It stays open and says what is wrong if the change fails. */
export function AssistantSetupDialog({ title, submit, save, onClose, onSubmit, children }: Props) {
  const { t } = useTranslation('assistantSetup')
  const code = save.error ? known.find((one) => one === errorCode(save.error)) : undefined
  return (
    <FormDialog
      dirty
      title={title}
      submit={submit}
      back={t('back')}
      busy={save.isPending}
      onClose={onClose}
      onSubmit={onSubmit}
    >
      {children}
      {save.error !== null && (
        <Callout kind="danger" urgent>
          {t(code ? `problem.${code}` : 'notSaved')}
        </Callout>
      )}
    </FormDialog>
  )
}
