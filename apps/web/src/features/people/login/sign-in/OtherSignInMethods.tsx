import { Button, Stack } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useErrorMessage } from '../../../../ui/base/use-error-message.ts'
import type { LoginView } from '../../../../platform/login/login.ts'
import { FormError } from '../../../../ui/base/FormError.tsx'
import { SignInProviderButtons } from './SignInProviderButtons.tsx'
import { usePasskey } from './use-passkey.ts'

/** Offers sign-in without a password: with a passkey, or with a sign-in service that the practice has set up. */
export default function OtherSignInMethods({ onSignedIn }: { onSignedIn: (login: LoginView) => void }) {
  const { t } = useTranslation('reauthentication')
  const errorText = useErrorMessage()
  const passkey = usePasskey('sign-in', onSignedIn)
  return (
    <Stack gap="xs" mt="md">
      <SignInProviderButtons returnTo="/" />
      {passkey.here && (
        <Button
          variant="default"
          size="md"
          fullWidth
          leftSection={<IconFingerprint size={18} stroke={1.6} aria-hidden />}
          loading={passkey.running}
          onClick={passkey.ask}
        >
          {t('usePasskey')}
        </Button>
      )}
      <FormError>{errorText(passkey.error)}</FormError>
    </Stack>
  )
}
