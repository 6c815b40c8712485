import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../../platform/api/api.ts'
import { useErrorMessage } from '../../../../ui/base/use-error-message.ts'
import { errorCode } from '../../../../platform/api/errors.ts'
import { acceptLogin, useLogin, type Me } from '../../../../platform/login/login.ts'
import { FormDialog } from '../../../../ui/dialog/FormDialog.tsx'
import { FormError } from '../../../../ui/base/FormError.tsx'
import { toast } from '../../../../ui/toast/toast.ts'
import { CurrentPasswordField, NewPasswordFields, useNewPassword } from '../../login/login.tsx'

/** Asks for the current password, and twice for the new password. The change ends all other logins. */
export function ChangePasswordDialog({ me, onClose }: { me: Me; onClose: () => void }) {
  const { t } = useTranslation('security')
  const errorText = useErrorMessage()
  const [current, setCurrent] = useState('')
  const entered = useNewPassword({ isRepeated: false })
  const hasPassword = useLogin()?.hasPassword !== false
  const change = useMutation({
    mutationFn: () => api.login.changePassword({ current, password: entered.password }),
    onSuccess: ({ login }) => {
      acceptLogin(login)
      toast.success(t('password.changed'))
      onClose()
    },
  })
  const wrong = errorCode(change.error) === 'INVALID_CREDENTIALS'
  return (
    <FormDialog
      onClose={onClose}
      title={t(hasPassword ? 'password.change' : 'password.set')}
      submit={t('password.save')}
      back={t('cancel')}
      busy={change.isPending}
      dirty={Boolean(current || entered.password)}
      onSubmit={() => {
        if (hasPassword && entered.check() && current) change.mutate()
      }}
    >
      <input type="hidden" name="email" autoComplete="username" value={me.email} readOnly />
      <CurrentPasswordField
        data-autofocus
        label={t('password.current')}
        value={current}
        error={wrong && t('password.wrong')}
        onChange={(event) => {
          setCurrent(event.currentTarget.value)
          if (wrong) change.reset()
        }}
      />
      {hasPassword && (
        <NewPasswordFields entered={entered} autoFocus={false} guessable={[me.firstName, me.lastName, me.email]} />
      )}
      <FormError>{wrong ? null : errorText(change.error)}</FormError>
    </FormDialog>
  )
}
