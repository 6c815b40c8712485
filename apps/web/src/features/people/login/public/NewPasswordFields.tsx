import { isPassword } from '@attune/contract/common/password'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NewPasswordField, PasswordField } from './LoginFields.tsx'

/**
 * Manages a new password. `isRepeated`: the person types it twice, as the specification asks for when an invited client sets it up [5.02]. `check`
 * shows the errors, and returns true if there are none.
 */
export function useNewPassword({ isRepeated }: { isRepeated: boolean }) {
  const [password, setPassword] = useState('')
  const [again, setAgain] = useState('')
  const [tried, setTried] = useState(false)
  const differ = isRepeated && again !== password
  return {
    isRepeated,
    password,
    setPassword,
    again,
    setAgain,
    weak: tried && !isPassword(password),
    differ: tried && differ,
    check: () => {
      setTried(true)
      return isPassword(password) && !differ
    },
  }
}

/** The input for a new password and, if `entered.isRepeated` is true, a second input in which the person repeats it. */
export function NewPasswordFields({
  entered,
  autoFocus = true,
  guessable,
}: {
  entered: ReturnType<typeof useNewPassword>
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
        value={entered.password}
        onChange={(event) => entered.setPassword(event.currentTarget.value)}
        error={entered.weak && t('passwordWeak')}
      />
      {entered.isRepeated && (
        <PasswordField
          label={t('passwordAgain')}
          name="password-again"
          autoComplete="new-password"
          value={entered.again}
          onChange={(event) => entered.setAgain(event.currentTarget.value)}
          error={entered.differ && t('passwordsDiffer')}
        />
      )}
    </>
  )
}
