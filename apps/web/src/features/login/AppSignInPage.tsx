import { appSignInPath, appSignInReturn } from '@attune/contract/features/native-app.rules'
import { Button, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api } from '../../platform/api.ts'
import { useLogin, useMe } from '../../platform/login.ts'
import { saveRedirectAfterLogin } from '../../platform/redirect-after-login.ts'
import { Callout } from '../../ui/base/Callout.tsx'
import { FormError } from '../../ui/base/FormError.tsx'
import { useErrorMessage } from '../../ui/base/use-error-message.ts'
import { PublicFrame } from './public/PublicFrame.tsx'
import { SignedInPersonSummary } from './SignedInPersonSummary.tsx'
import { signOutOrAsk } from './sign-out.ts'

const route = getRouteApi('/sign-in')

/**
 * Renders the page `/sign-in`, which the native app opens in the system's browser. A person who is signed in here gives the app a code, with
 * which it gets a login of its own. The browser asks before it opens the app, so the page never opens it by itself.
 */
export function AppSignInPage() {
  const { t } = useTranslation('appSignIn')
  const words = useErrorMessage()
  const { app = '' } = route.useSearch()
  const [login, me] = [useLogin(), useMe()]
  const open = useMutation({
    mutationFn: async () => {
      const { code } = await api.login.newAppCode({ challenge: app })
      location.assign(`${appSignInReturn}?${new URLSearchParams({ code })}`)
    },
  })
  const changeAccount = () => {
    saveRedirectAfterLogin(`${appSignInPath}?app=${app}`)
    void signOutOrAsk()
  }
  return (
    <PublicFrame title={t('title')} text={t('text')}>
      <Stack gap="md" mt="xl">
        <SignedInPersonSummary email={me?.email ?? login?.email ?? ''} me={me} />
        <FormError>{words(open.error)}</FormError>
        {open.isSuccess && <Callout kind="calm">{t('opened')}</Callout>}
        <Button size="md" fullWidth autoFocus loading={open.isPending} onClick={() => open.mutate()}>
          {t(open.isSuccess ? 'again' : 'open')}
        </Button>
        <Button size="md" fullWidth variant="default" onClick={changeAccount}>
          {t('otherAccount')}
        </Button>
      </Stack>
    </PublicFrame>
  )
}
