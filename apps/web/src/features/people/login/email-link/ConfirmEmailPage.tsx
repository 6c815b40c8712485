import { isPassword } from '@attune/contract/common/password'
import { Stack } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, orpc } from '../../../../platform/api/api.ts'
import { useErrorMessage } from '../../../../ui/base/use-error-message.ts'
import { errorCode } from '../../../../platform/api/errors.ts'
import { clearLinkToken, takeLinkToken } from '../../../../platform/login/link-token.ts'
import { FormError } from '../../../../ui/base/FormError.tsx'
import { SubmitButton } from '../../../../ui/base/SubmitButton.tsx'
import { InvalidLink } from '../public/InvalidLink.tsx'
import { PublicFrame } from '../public/PublicFrame.tsx'
import { SecondFactorForm, type SecondFactorMethod } from '../public/SecondFactorForm.tsx'
import { PasswordField } from '../public/LoginFields.tsx'
import { useCompleteSignIn } from '../public/after-sign-in.ts'
import { submitHandler } from '../public/submit-handler.ts'
import { ButtonLink } from '../../../../ui/base/ButtonLink.tsx'

/**
 * Renders the page `/confirm`, which confirms the email address of a new account. The page also asks for the account's
 * password, because another person may have opened the link.
 */
export function ConfirmEmailPage() {
  const { t } = useTranslation('login')
  const errorText = useErrorMessage('confirm')
  const arrive = useCompleteSignIn()
  const [token] = useState(takeLinkToken)
  const [password, setPassword] = useState('')
  const [tried, setTried] = useState(false)
  const [asked, setAsked] = useState<readonly SecondFactorMethod[] | null>(null)
  const read = useQuery(
    orpc.login.readLink.queryOptions({ input: { token, purpose: 'confirm' }, enabled: token !== '' }),
  )
  const confirm = useConfirm(token, setAsked)
  if (asked)
    return (
      <SecondFactorForm ways={asked} onSignedIn={(login) => void arrive(login)} onBack={() => location.assign('/')} />
    )
  if (!token || errorCode(read.error) === 'INVALID_LINK' || errorCode(confirm.error) === 'INVALID_LINK')
    return <InvalidConfirmation />
  const submit = () => {
    setTried(true)
    if (isPassword(password)) confirm.mutate(password)
  }
  return (
    <PublicFrame
      title={t('confirm.title')}
      text={read.data?.email ? t('confirm.text', { email: read.data.email }) : t('confirm.textPlain')}
    >
      <form onSubmit={submitHandler(confirm.isPending, submit)} noValidate>
        <Stack gap="md" mt="xl">
          <input type="hidden" name="email" autoComplete="username" value={read.data?.email ?? ''} readOnly />
          <PasswordField
            autoFocus
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            error={tried && !isPassword(password) && t('passwordWeak')}
          />
          <FormError>{errorText(confirm.error ?? read.error)}</FormError>
          <SubmitButton running={confirm.isPending} fullWidth>
            {t('confirm.submit')}
          </SubmitButton>
        </Stack>
      </form>
    </PublicFrame>
  )
}

/** Returns a mutation that confirms the address. It then completes the sign-in, or calls `onSecondFactor` if the account needs a second factor. */
function useConfirm(token: string, onSecondFactor: (methods: readonly SecondFactorMethod[]) => void) {
  const arrive = useCompleteSignIn()
  return useMutation({
    mutationFn: (password: string) => api.login.confirm({ token, password }),
    onSuccess: (result) => {
      clearLinkToken()
      return result.kind === 'signed-in' ? arrive(result.login) : onSecondFactor(result.ways)
    },
  })
}

function InvalidConfirmation() {
  const { t } = useTranslation('login')
  return (
    <InvalidLink text={t('confirm.again')}>
      <ButtonLink size="md" to="/" search={{ form: 'register' }}>
        {t('signIn.register')}
      </ButtonLink>
    </InvalidLink>
  )
}
