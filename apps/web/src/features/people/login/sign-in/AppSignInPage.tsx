import {
  appSignInPath,
  appSignInReturn,
  isChallenge,
} from '@attune/contract/features/people/native-app/native-app.rules'
import { Button, Stack } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../../platform/api/api.ts'
import { cachedLogin } from '../../../../platform/login/login.ts'
import { saveRedirectAfterLogin } from '../../../../platform/login/redirect-after-login.ts'
import { FormError } from '../../../../ui/base/FormError.tsx'
import { useErrorMessage } from '../../../../ui/base/use-error-message.ts'
import { PublicFrame } from '../public/PublicFrame.tsx'
import classes from '../public/LoginFields.module.css'

/**
 * Renders the page `/sign-in`, which the native app opens in the system's browser with its challenge. A visitor signs in first, with any method of
 * the practice. Then the page passes a code to the app, which exchanges it for its own login.
 */
export function AppSignInPage() {
  const { t } = useTranslation('appSignIn')
  const [challenge] = useState(() => new URLSearchParams(location.search).get('app') ?? '')
  const login = useQuery({ queryKey: ['app-sign-in'], queryFn: () => cachedLogin().catch(() => null) }).data
  const isFromApp = isChallenge(challenge)
  const isVisitor = isFromApp && login === null
  useEffect(() => {
    if (!isVisitor) return
    saveRedirectAfterLogin(`${appSignInPath}?app=${challenge}`)
    location.replace('/')
  }, [isVisitor, challenge])
  return (
    <PublicFrame title={t('title')} text={t(isFromApp ? 'text' : 'notFromApp')}>
      {login && isFromApp && <OpenApp challenge={challenge} email={login.email} />}
    </PublicFrame>
  )
}

/** The browser asks for confirmation before it opens the app, so the page opens the app only when the person presses the button. */
function OpenApp({ challenge, email }: { challenge: string; email: string }) {
  const { t } = useTranslation('appSignIn')
  const errorText = useErrorMessage()
  const open = useMutation({
    mutationFn: async () => {
      const { code } = await api.login.newAppCode({ challenge })
      location.assign(`${appSignInReturn}?${new URLSearchParams({ code })}`)
    },
  })
  const changeAccount = () => {
    saveRedirectAfterLogin(`${appSignInPath}?app=${challenge}`)
    // Most people keep their account, so the code for signing out is loaded only when needed.
    void import('../sign-out/sign-out.ts').then(({ signOutOrAsk }) => signOutOrAsk())
  }
  return (
    <Stack gap="md" mt="xl">
      <p className={classes.hint}>{t('account', { email })}</p>
      <FormError>{errorText(open.error)}</FormError>
      <Button size="md" fullWidth autoFocus loading={open.isPending} onClick={() => open.mutate()}>
        {t(open.isSuccess ? 'again' : 'open')}
      </Button>
      {open.isSuccess && (
        <p className={classes.hint} role="status">
          {t('opened')}
        </p>
      )}
      <Button size="md" fullWidth variant="default" onClick={changeAccount}>
        {t('otherAccount')}
      </Button>
    </Stack>
  )
}
