import { Anchor, Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { transport } from '../../../../platform/api/transport.ts'
import { FormError } from '../../../../ui/base/FormError.tsx'
import { useErrorMessage } from '../../../../ui/base/use-error-message.ts'

/**
 * A button that opens the practice's sign-in page in the system's browser, which has the person's passkeys and provider logins. Renders nothing in
 * a browser: only the native app needs this, because its web view has neither. The browser returns to the app with a code, which
 * `ReturnFromBrowser` uses.
 */
export function ContinueInBrowser({ link = false }: { link?: boolean }) {
  const { t } = useTranslation('reauthentication')
  const errorText = useErrorMessage()
  const { signIn } = transport()
  const go = useMutation({ mutationFn: async () => signIn?.(), networkMode: 'always' })
  if (!signIn) return null
  return (
    <div>
      {link ? (
        <Anchor component="button" type="button" inherit onClick={() => go.mutate()}>
          {t('continueInBrowser')}
        </Anchor>
      ) : (
        <Button variant="default" size="md" fullWidth loading={go.isPending} onClick={() => go.mutate()}>
          {t('continueInBrowser')}
        </Button>
      )}
      <FormError>{errorText(go.error)}</FormError>
    </div>
  )
}
