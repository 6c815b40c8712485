import { Button, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api, orpc } from '../../../../platform/api/api.ts'
import { transport } from '../../../../platform/api/transport.ts'
import { useErrorMessage } from '../../../../ui/base/use-error-message.ts'
import { FormError } from '../../../../ui/base/FormError.tsx'
import { CardRow, Section } from '../../../../ui/page/Section.tsx'
import { toast } from '../../../../ui/toast/toast.ts'
import classes from '../account.module.css'

/** Links and unlinks external sign-in providers. Renders nothing when the practice has configured none. */
export function SignInProviderSettings() {
  const { t } = useTranslation('security')
  const errorText = useErrorMessage()
  const read = useQuery(orpc.login.providers.queryOptions({ input: {} }))
  const turn = useMutation({
    mutationFn: async ({ id, linked }: { id: string; linked: boolean }) => {
      if (!linked)
        return location.assign((await api.login.linkProvider({ provider: id, returnTo: location.pathname })).url)
      await api.login.unlinkProvider({ provider: id })
      await read.refetch()
      toast.success(t('providers.unlinked'))
    },
  })
  // The native app cannot link a service, because the service's sign-in page would replace the app, and the result can be used only in a browser
  // in which the person is signed in.
  const { signIn } = transport()
  const items = read.data?.items ?? []
  if (items.length === 0) return null
  return (
    <Section title={t('providers.title')} hint={t('providers.hint')} rows>
      {items.map((provider) => (
        <CardRow key={provider.id}>
          <div className={classes.grow}>
            <Text fw={550} size="sm">
              {provider.name}
            </Text>
            <div className={classes.hint}>{t(provider.linked ? 'providers.linked' : 'providers.notLinked')}</div>
          </div>
          {!provider.linked && signIn ? (
            <Text size="sm">{t('providers.linkInBrowser')}</Text>
          ) : (
            <Button
              variant="default"
              loading={turn.isPending && turn.variables.id === provider.id}
              onClick={() => turn.mutate(provider)}
            >
              {t(provider.linked ? 'providers.unlink' : 'providers.link')}
            </Button>
          )}
        </CardRow>
      ))}
      {turn.isError && (
        <div className={classes.inset}>
          <FormError>{errorText(turn.error)}</FormError>
        </div>
      )}
    </Section>
  )
}
