import type { ExternalAccountId } from '@attune/contract/common/ids'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../platform/api/api.ts'
import { FormDialog } from '../../../ui/dialog/FormDialog.tsx'
import { toast } from '../../../ui/toast/toast.ts'
import { useFailureText } from './use-failure-text.ts'
import { SecretInput } from '../../../ui/input/SecretInput.tsx'

type Props = { account: { id: ExternalAccountId; host: string }; onSaved: () => void; onClose: () => void }

/** Replaces the password of an account. The sync then resumes. */
export function PasswordDialog({ account, onSaved, onClose }: Props) {
  const { t } = useTranslation('externalCalendar')
  const failure = useFailureText()
  const [password, setPassword] = useState('')
  const [isChecked, setChecked] = useState(false)
  const save = useMutation({
    mutationFn: () => api.externalCalendar.setPassword({ id: account.id, password }),
    onSuccess: () => {
      toast.success(t('password.done'))
      onSaved()
      onClose()
    },
  })
  const submit = () => {
    setChecked(true)
    if (password) save.mutate()
  }
  return (
    <FormDialog
      onClose={onClose}
      title={t('password.title', { host: account.host })}
      submit={t('password.submit')}
      back={t('back')}
      busy={save.isPending}
      dirty={password !== ''}
      problem={save.isError && failure(save.error)}
      onSubmit={submit}
    >
      <SecretInput
        label={t('connect.password')}
        autoComplete="off"
        value={password}
        maxLength={500}
        data-autofocus
        error={isChecked && !password && t('connect.passwordMissing')}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
