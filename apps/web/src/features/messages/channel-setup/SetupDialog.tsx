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

const known = ['NUMBER_TAKEN', 'OWNER_TAKEN', 'TEMPLATE_TAKEN', 'IN_THE_FUTURE', 'BAD_REQUEST'] as const

/** Returns a function that gives the error text of a failed change, or null if there is no error. */
export function useSetupProblem() {
  const { t } = useTranslation('channelSetup')
  return (error: unknown): string | null => {
    if (!error) return null
    const code = known.find((one) => one === errorCode(error))
    return t(code ? `problem.${code}` : 'notSaved')
  }
}

/** A dialog that changes a part of the setup. */
export function SetupDialog({ save, ...form }: Props) {
  const { t } = useTranslation('channelSetup')
  const problem = useSetupProblem()(save.error)
  return <FormDialog dirty back={t('back')} busy={save.isPending} problem={problem} {...form} />
}
