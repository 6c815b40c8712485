import { Button, Stack } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api, query } from '../../platform/api.ts'
import { useErrorWords } from '../../platform/error-words.ts'
import type { LoginView } from '../../platform/login.ts'
import { FormError } from '../../ui/FormError.tsx'
import { usePasskey } from './use-passkey.ts'

/** Signing in without a password: a passkey, or another service where the practice has set one up. */
export default function OtherWays({ onSignedIn }: { onSignedIn: (login: LoginView) => void }) {
  const { t } = useTranslation('gate')
  const passkey = usePasskey('sign-in', onSignedIn)
  const providers = useQuery(query.login.providers.queryOptions({ input: {} })).data?.items ?? []
  const go = useMutation({
    mutationFn: async (provider: string) =>
      location.assign((await api.login.signInWith({ provider, returnTo: '/' })).url),
  })
  const plain = useErrorWords()
  const words = useErrorWords('signInWith', providers.find(({ id }) => id === go.variables)?.name)
  return (
    <Stack gap="xs" mt="md">
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
      <FormError>{plain(passkey.error) ?? words(go.error)}</FormError>
    </Stack>
  )
}
