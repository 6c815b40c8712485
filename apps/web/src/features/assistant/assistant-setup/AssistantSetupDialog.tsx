import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { errorCode } from '../../../platform/api/errors.ts'
import { FormDialog } from '../../../ui/dialog/FormDialog.tsx'

type Props = {
  title: string
  submit: string
  save: { isPending: boolean; error: unknown }
  onClose: () => void
  onSubmit: () => void
  children: ReactNode
}

const known = ['CHANGED', 'ADDRESS_NOT_ALLOWED', 'IN_THE_FUTURE'] as const

/** A dialog that changes a part of the assistant's setup. */
export function AssistantSetupDialog({ save, ...form }: Props) {
  const { t } = useTranslation('assistantSetup')
  const code = save.error ? known.find((one) => one === errorCode(save.error)) : undefined
  const problem = save.error === null ? null : t(code ? `problem.${code}` : 'notSaved')
  return <FormDialog dirty back={t('back')} busy={save.isPending} problem={problem} {...form} />
}
