import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api, orpc } from '../../../../platform/api/api.ts'
import { transport } from '../../../../platform/api/transport.ts'
import { useErrorMessage } from '../../../../ui/base/use-error-message.ts'
import { FormError } from '../../../../ui/base/FormError.tsx'
import { ContinueInBrowser } from './ContinueInBrowser.tsx'

/**
 * Renders a button for each sign-in service that the practice has set up. After the sign-in, the browser returns to the path `returnTo`. The native
 * app opens the system's browser instead, because the service's page would replace the app.
 */
export const SignInProviderButtons = ({ returnTo }: { returnTo: string }) =>
  transport().signIn ? <ContinueInBrowser /> : <ProviderButtons returnTo={returnTo} />

function ProviderButtons({ returnTo }: { returnTo: string }) {
  const { t } = useTranslation('reauthentication')
  const providers = useQuery(orpc.login.providers.queryOptions({ input: {} })).data?.items ?? []
  const go = useMutation({
    mutationFn: async (provider: string) => location.assign((await api.login.signInWith({ provider, returnTo })).url),
  })
  const errorText = useErrorMessage('signInWith', providers.find(({ id }) => id === go.variables)?.name)
  return (
    <>
      {providers.map(({ id, name }) => (
        <Button
          key={id}
          variant="default"
          size="md"
          fullWidth
          loading={go.isPending && go.variables === id}
          onClick={() => go.mutate(id)}
        >
          {t('continueWith', { name })}
        </Button>
      ))}
      <FormError>{errorText(go.error)}</FormError>
    </>
  )
}
