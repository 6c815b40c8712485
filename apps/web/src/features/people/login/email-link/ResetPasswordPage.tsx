import { isPassword } from '@attune/contract/common/password'
import { Stack } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, orpc } from '../../../../platform/api/api.ts'
import { emitAuthEvent } from '../../../../platform/backend/auth-events.ts'
import { useErrorMessage } from '../../../../ui/base/use-error-message.ts'
import { errorCode } from '../../../../platform/api/errors.ts'
import { clearLinkToken, takeLinkToken } from '../../../../platform/login/link-token.ts'
import { Callout } from '../../../../ui/base/Callout.tsx'
import { FormError } from '../../../../ui/base/FormError.tsx'
import { SubmitButton } from '../../../../ui/base/SubmitButton.tsx'
import { InvalidLink } from '../public/InvalidLink.tsx'
import { PublicFrame } from '../public/PublicFrame.tsx'
import { NewPasswordFields, useNewPassword } from '../public/NewPasswordFields.tsx'
import { submitHandler } from '../public/submit-handler.ts'
import { ButtonLink } from '../../../../ui/base/ButtonLink.tsx'

/** Renders the page `/reset-password`, which sets a new password. The link in the email opens this page. */
export function ResetPasswordPage() {
  const { t } = useTranslation('login')
  const errorText = useErrorMessage()
  const [token] = useState(takeLinkToken)
  const entered = useNewPassword({ isRepeated: false })
  useEffect(() => (token ? emitAuthEvent('PASSWORD_RECOVERY', null) : undefined), [token])
  const read = useQuery(orpc.login.readLink.queryOptions({ input: { token, purpose: 'reset' }, enabled: token !== '' }))
  const reset = useMutation({
    mutationFn: () => api.login.reset({ token, password: entered.password }),
    onSuccess: clearLinkToken,
  })
  if (reset.isSuccess) return <PasswordReset />
  if (!token || errorCode(read.error) === 'INVALID_LINK' || errorCode(reset.error) === 'INVALID_LINK')
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
      text={read.data?.email ? t('reset.text', { email: read.data.email }) : undefined}
    >
      <form
        onSubmit={submitHandler(
          reset.isPending,
          () => entered.check() && isPassword(entered.password) && reset.mutate(),
        )}
        noValidate
      >
        <Stack gap="md" mt="xl">
          <NewPasswordFields entered={entered} guessable={[read.data?.email ?? '']} />
          <FormError>{errorText(reset.error ?? read.error)}</FormError>
          <SubmitButton running={reset.isPending} fullWidth>
            {t('reset.submit')}
          </SubmitButton>
        </Stack>
      </form>
    </PublicFrame>
  )
}

function PasswordReset() {
  const { t } = useTranslation('login')
  return (
    <PublicFrame title={t('reset.doneTitle')}>
      <Stack gap="md" mt="md">
        <Callout kind="calm">{t('reset.done')}</Callout>
        <ButtonLink size="md" to="/">
          {t('signIn.submit')}
        </ButtonLink>
      </Stack>
    </PublicFrame>
  )
}
