import { isPassword } from '@attune/contract/common/password'
import { Stack } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, query } from '../../platform/api.ts'
import { emit } from '../../platform/backend/auth-events.ts'
import { useErrorWords } from '../../platform/error-words.ts'
import { codeOf } from '../../platform/faults.ts'
import { dropToken, takeToken } from '../../platform/token.ts'
import { Note } from '../../ui/Note.tsx'
import { FormError } from '../../ui/FormError.tsx'
import { SubmitButton } from '../../ui/SubmitButton.tsx'
import { InvalidLink } from './LinkPage.tsx'
import { PublicFrame } from './PublicFrame.tsx'
import { TwoPasswords, usePasswordTwice } from './TwoPasswords.tsx'
import { sending } from './sending.ts'
import { ButtonLink } from '../../ui/ButtonLink.tsx'

/** `/reset-password`: sets a new password with the link from the email. */
export function ResetPage() {
  const { t } = useTranslation('login')
  const words = useErrorWords()
  const [token] = useState(takeToken)
  const twice = usePasswordTwice()
  useEffect(() => (token ? emit('PASSWORD_RECOVERY', null) : undefined), [token])
  const look = useQuery(
    query.login.lookAtLink.queryOptions({ input: { token, purpose: 'reset' }, enabled: token !== '' }),
  )
  const reset = useMutation({
    mutationFn: () => api.login.reset({ token, password: twice.password }),
    onSuccess: dropToken,
  })
  if (reset.isSuccess)
    return (
      <PublicFrame title={t('reset.doneTitle')}>
        <Stack gap="md" mt="md">
          <Note kind="calm">{t('reset.done')}</Note>
          <ButtonLink size="md" to="/">
            {t('signIn.submit')}
          </ButtonLink>
        </Stack>
      </PublicFrame>
    )
  if (!token || codeOf(look.error) === 'INVALID_LINK' || codeOf(reset.error) === 'INVALID_LINK')
    return (
      <InvalidLink text={t('reset.again')}>
        <ButtonLink size="md" to="/" search={{ form: 'forgot' }}>
          {t('forgot.submit')}
        </ButtonLink>
      </InvalidLink>
    )
  return (
    <PublicFrame
      title={t('reset.title')}
      text={look.data?.email ? t('reset.text', { email: look.data.email }) : undefined}
    >
      <form
        onSubmit={sending(reset.isPending, () => twice.check() && isPassword(twice.password) && reset.mutate())}
        noValidate
      >
        <Stack gap="md" mt="xl">
          <TwoPasswords twice={twice} guessable={[look.data?.email ?? '']} />
          <FormError>{words(reset.error ?? look.error)}</FormError>
          <SubmitButton running={reset.isPending} fullWidth>
            {t('reset.submit')}
          </SubmitButton>
        </Stack>
      </form>
    </PublicFrame>
  )
}
