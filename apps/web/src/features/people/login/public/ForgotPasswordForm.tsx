import { isEmail } from '@attune/contract/common/text/text'
import { Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../../platform/api/api.ts'
import { useSendsEmail } from '../../../../platform/settings/use-sends-email.ts'
import { useErrorMessage } from '../../../../ui/base/use-error-message.ts'
import { FormError } from '../../../../ui/base/FormError.tsx'
import { SubmitButton } from '../../../../ui/base/SubmitButton.tsx'
import { PublicFrame } from './PublicFrame.tsx'
import { EmailField } from './LoginFields.tsx'
import classes from './LoginFields.module.css'
import { submitHandler } from './submit-handler.ts'
import { TextLink } from '../../../../ui/base/TextLink.tsx'

/** Requests a link for a new password. The server's response does not reveal whether the address has an account. */
export function ForgotPasswordForm({ onSent }: { onSent: (email: string) => void }) {
  const { t } = useTranslation('login')
  const errorText = useErrorMessage()
  const sendsEmail = useSendsEmail()
  const [email, setEmail] = useState('')
  const [tried, setTried] = useState(false)
  const ask = useMutation({
    mutationFn: () => api.login.requestReset({ email }),
    onSuccess: () => onSent(email.trim()),
  })
  const submit = () => {
    setTried(true)
    if (isEmail(email)) ask.mutate()
  }
  return (
    <PublicFrame title={t('forgot.title')} text={t(sendsEmail ? 'forgot.text' : 'forgot.textNoMail')}>
      <form onSubmit={submitHandler(ask.isPending, submit)} noValidate>
        <Stack gap="md" mt="xl">
          <EmailField
            autoFocus
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
            error={tried && !isEmail(email) && t('emailInvalid')}
          />
          <FormError>{errorText(ask.error)}</FormError>
          <SubmitButton running={ask.isPending} fullWidth>
            {t(sendsEmail ? 'forgot.submit' : 'forgot.submitNoMail')}
          </SubmitButton>
        </Stack>
      </form>
      <p className={classes.switch}>
        <TextLink to="/" search={{}}>
          {t('backToSignIn')}
        </TextLink>
      </p>
    </PublicFrame>
  )
}
