import { Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../../platform/api/api.ts'
import { useErrorMessage } from '../../../../ui/base/use-error-message.ts'
import { errorCode } from '../../../../platform/api/errors.ts'
import { cacheLogin, type LoginView } from '../../../../platform/login/login.ts'
import { FormDialog } from '../../../../ui/dialog/FormDialog.tsx'
import { FormError } from '../../../../ui/base/FormError.tsx'
import { toast } from '../../../../ui/toast/toast.ts'
import { CurrentPasswordField } from '../../login/login.tsx'

/** Asks for the password and turns off the authenticator app. */
export function RemoveAuthenticatorDialog({ login, onClose }: { login: LoginView; onClose: () => void }) {
  const { t } = useTranslation('security')
  const errorText = useErrorMessage()
  const [password, setPassword] = useState('')
  const remove = useMutation({
    mutationFn: () => api.login.removeApp({ password }),
    onSuccess: (after) => {
      cacheLogin(after.login)
      toast.success(t('app.done'))
      onClose()
    },
  })
  const wrong = errorCode(remove.error) === 'INVALID_CREDENTIALS'
  return (
    <FormDialog
      danger
      onClose={onClose}
      title={t('app.title')}
      submit={t('app.submit')}
      back={t('app.keep')}
      busy={remove.isPending}
      onSubmit={() => password && remove.mutate()}
    >
      <Text size="sm">{t(login.hasPasskey ? 'app.textKey' : 'app.text')}</Text>
      <CurrentPasswordField
        data-autofocus
        label={t('password.current')}
        value={password}
        error={wrong && t('password.wrong')}
        onChange={(event) => {
          setPassword(event.currentTarget.value)
          if (wrong) remove.reset()
        }}
      />
      <FormError>{wrong ? null : errorText(remove.error)}</FormError>
    </FormDialog>
  )
}
