import { Anchor, Button, Stack } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../../../platform/api/api.ts'
import { useSendsEmail } from '../../../../platform/settings/use-sends-email.ts'
import { useErrorMessage } from '../../../../ui/base/use-error-message.ts'
import { Callout } from '../../../../ui/base/Callout.tsx'
import { FormError } from '../../../../ui/base/FormError.tsx'
import { PublicFrame } from './PublicFrame.tsx'
import classes from './LoginFields.module.css'

/**
 * Renders the page 'Check your email', with the address that the link was sent to and a button that sends the email
 * again.
 */
export function EmailSentPage({
  purpose,
  email,
  onBack,
}: {
  purpose: 'confirm' | 'reset'
  email: string
  onBack: () => void
}) {
  const { t } = useTranslation('login')
  const errorText = useErrorMessage()
  const silent = !useSendsEmail()
  const again = useMutation({
    mutationFn: () =>
      purpose === 'confirm' ? api.login.resendConfirmation({ email }) : api.login.requestReset({ email }),
  })
  return (
    <PublicFrame title={t(silent ? 'mail.titleSilent' : 'mail.title')}>
      <Stack gap="md" mt="md">
        <Callout kind="calm" icon={IconMail}>
          {silent ? t('mail.notConfigured') : t(purpose === 'reset' ? 'mail.resetSent' : 'mail.confirm', { email })}
        </Callout>
        {!silent && (
          <>
            <p className={classes.hint}>{t('mail.hint')}</p>
            <FormError>{errorText(again.error)}</FormError>
            <Button
              variant="default"
              size="md"
              loading={again.isPending}
              disabled={again.isSuccess}
              onClick={() => again.mutate()}
            >
              {again.isSuccess ? t('mail.sentAgain') : t('mail.again')}
            </Button>
          </>
        )}
      </Stack>
      <p className={classes.switch}>
        <Anchor component="button" type="button" onClick={onBack} inherit>
          {t('backToSignIn')}
        </Anchor>
      </p>
    </PublicFrame>
  )
}
