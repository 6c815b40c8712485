import { isPassword } from '@attune/contract/common/password'
import { Stack } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, query } from '../../platform/api.ts'
import { useErrorWords } from '../../platform/error-words.ts'
import { codeOf } from '../../platform/faults.ts'
import { dropToken, takeToken } from '../../platform/token.ts'
import { FormError } from '../../ui/FormError.tsx'
import { SubmitButton } from '../../ui/SubmitButton.tsx'
import { InvalidLink } from './LinkPage.tsx'
import { PublicFrame } from './PublicFrame.tsx'
import { SecondFactorForm, type Way } from './SecondFactorForm.tsx'
import { PasswordField } from './fields.tsx'
import { useArrive } from './home.ts'
import { sending } from './sending.ts'
import { ButtonLink } from '../../ui/ButtonLink.tsx'

/**
 * `/confirm`: confirms the email address. The password is required too, so that a stranger's click on the link
 * confirms nothing.
 */
export function ConfirmPage() {
  const { t } = useTranslation('login')
  const words = useErrorWords('confirm')
  const arrive = useArrive()
  const [token] = useState(takeToken)
  const [password, setPassword] = useState('')
  const [tried, setTried] = useState(false)
  const [asked, setAsked] = useState<readonly Way[] | null>(null)
  const look = useQuery(
    query.login.lookAtLink.queryOptions({ input: { token, purpose: 'confirm' }, enabled: token !== '' }),
  )
  const confirm = useMutation({
    mutationFn: () => api.login.confirm({ token, password }),
    onSuccess: (result) => {
      dropToken()
      return result.kind === 'signed-in' ? arrive(result.login) : setAsked(result.ways)
    },
  })
  if (asked)
    return (
      <SecondFactorForm ways={asked} onSignedIn={(login) => void arrive(login)} onBack={() => location.assign('/')} />
    )
  if (!token || codeOf(look.error) === 'INVALID_LINK' || codeOf(confirm.error) === 'INVALID_LINK')
    return (
      <InvalidLink text={t('confirm.again')}>
        <ButtonLink size="md" to="/" search={{ form: 'register' }}>
          {t('signIn.register')}
        </ButtonLink>
      </InvalidLink>
    )
  const submit = () => {
    setTried(true)
    if (isPassword(password)) confirm.mutate()
  }
  return (
    <PublicFrame
      title={t('confirm.title')}
      text={look.data?.email ? t('confirm.text', { email: look.data.email }) : t('confirm.textPlain')}
    >
      <form onSubmit={sending(confirm.isPending, submit)} noValidate>
        <Stack gap="md" mt="xl">
          <input type="hidden" name="email" autoComplete="username" value={look.data?.email ?? ''} readOnly />
          <PasswordField
            autoFocus
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            error={tried && !isPassword(password) && t('passwordWeak')}
          />
          <FormError>{words(confirm.error ?? look.error)}</FormError>
          <SubmitButton running={confirm.isPending} fullWidth>
            {t('confirm.submit')}
          </SubmitButton>
        </Stack>
      </form>
    </PublicFrame>
  )
}
