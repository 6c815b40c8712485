import { isPassword } from '@attune/contract/common/password'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NewPasswordField, PasswordField } from './LoginFields.tsx'

/** Manages a new password that the person types twice [5.02]. `check` shows the errors, and returns true if there are none. */
export function useNewPassword() {
  const [password, setPassword] = useState('')
  const [again, setAgain] = useState('')
  const [tried, setTried] = useState(false)
  return {
    password,
    setPassword,
    again,
    setAgain,
    weak: tried && !isPassword(password),
    differ: tried && again !== password,
    check: () => {
      setTried(true)
      return isPassword(password) && again === password
    },
  }
}

export function RepeatedNewPasswordFields({
  twice,
  autoFocus = true,
  guessable,
}: {
  twice: ReturnType<typeof useNewPassword>
  autoFocus?: boolean
  guessable?: string[]
}) {
  const { t } = useTranslation('login')
  return (
    <>
      <NewPasswordField
        autoFocus={autoFocus}
        {...(guessable && { guessable })}
        label={t('newPassword')}
        value={twice.password}
        onChange={(event) => twice.setPassword(event.currentTarget.value)}
        error={twice.weak && t('passwordWeak')}
      />
      <PasswordField
        label={t('passwordAgain')}
        name="password-again"
        autoComplete="new-password"
        value={twice.again}
        onChange={(event) => twice.setAgain(event.currentTarget.value)}
        error={twice.differ && t('passwordsDiffer')}
      />
    </>
  )
}
