import { Anchor } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useErrorMessage } from '../../../../ui/base/use-error-message.ts'
import type { LoginView } from '../../../../platform/login/login.ts'
import { FormError } from '../../../../ui/base/FormError.tsx'
import { ContinueInBrowser } from './ContinueInBrowser.tsx'
import { usePasskey } from './use-passkey.ts'

/**
 * Renders the link 'Use a passkey'. Renders nothing if the browser does not support passkeys; the native app continues in the system's
 * browser instead.
 */
export default function PasskeyLink({
  purpose,
  onSignedIn,
}: {
  purpose: 'sign-in' | 'second-factor'
  onSignedIn: (login: LoginView) => void
}) {
  const { t } = useTranslation('reauthentication')
  const errorText = useErrorMessage()
  const passkey = usePasskey(purpose, onSignedIn)
  if (!passkey.here) return <ContinueInBrowser link />
  return (
    <div>
      <Anchor component="button" type="button" inherit onClick={passkey.ask}>
        {t('usePasskey')}
      </Anchor>
      <FormError>{errorText(passkey.error)}</FormError>
    </div>
  )
}
