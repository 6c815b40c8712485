import { Button, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../../platform/api/api.ts'
import { lazyNamed } from '../../../../platform/lazy-named.ts'
import { useErrorMessage } from '../../../../ui/base/use-error-message.ts'
import type { LoginView } from '../../../../platform/login/login.ts'
import { acceptLogin, useLogin } from '../../../../platform/login/login.ts'
import { clearLinkToken } from '../../../../platform/login/link-token.ts'
import { JoiningConsent, useJoiningConsent } from '../../../practice/legal-text/legal-text.ts'
import { FormError } from '../../../../ui/base/FormError.tsx'
import { SubmitButton } from '../../../../ui/base/SubmitButton.tsx'
import { SecondFactorFields, type SecondFactorMethod } from '../public/SecondFactorForm.tsx'
import { EmailField, PasswordField } from '../public/LoginFields.tsx'
import classes from '../public/LoginFields.module.css'
import { useCompleteSignIn } from '../public/after-sign-in.ts'
import { submitHandler } from '../public/submit-handler.ts'

const SignInProviderButtons = lazyNamed(() => import('../sign-in/SignInProviderButtons.tsx'), 'SignInProviderButtons')

/** Accepts an invitation to an address that already has an account. A visitor who is not signed in signs in first. */
export function AcceptInvitationSignedIn({ token, email }: { token: string; email: string }) {
  const { t } = useTranslation('login')
  const errorText = useErrorMessage()
  const arrive = useCompleteSignIn()
  const login = useLogin()
  const consent = useJoiningConsent('client')
  const accept = useMutation({
    onError: consent.onError,
    mutationFn: async (as: LoginView) => {
      acceptLogin(as)
      await api.login.acceptInvitationSignedIn({ token, ...consent.input })
      clearLinkToken()
      await arrive(as)
    },
  })
  if (login) {
    return (
      <Stack gap="md" mt="xl">
        <p className={classes.hint}>{t('invitation.signedInAs', { email: login.email })}</p>
        <JoiningConsent consent={consent} />
        <FormError>{consent.isRefusal(accept.error) ? null : errorText(accept.error)}</FormError>
        <Button size="md" loading={accept.isPending} onClick={() => consent.check() && accept.mutate(login)}>
          {t('invitation.accept')}
        </Button>
      </Stack>
    )
  }
  return (
    <SignInToAccept
      email={email}
      running={accept.isPending}
      error={errorText(accept.error)}
      onSignedIn={(as) => accept.mutate(as)}
    />
  )
}

type Props = { email: string; running: boolean; error: string | null; onSignedIn: (login: LoginView) => void }

function SignInToAccept({ email: invited, running, error, onSignedIn }: Props) {
  const { t } = useTranslation('login')
  const errorText = useErrorMessage()
  const [email, setEmail] = useState(invited)
  const [password, setPassword] = useState('')
  const [asked, setAsked] = useState<readonly SecondFactorMethod[] | null>(null)
  const signIn = useMutation({
    mutationFn: () => api.login.signIn({ email, password }),
    onSuccess: (result) => (result.kind === 'signed-in' ? onSignedIn(result.login) : setAsked(result.ways)),
  })
  if (asked) return <SecondFactorFields ways={asked} onSignedIn={onSignedIn} onBack={() => setAsked(null)} />
  return (
    <form onSubmit={submitHandler(signIn.isPending || running, () => password && signIn.mutate())} noValidate>
      <Stack gap="md" mt="xl">
        <EmailField value={email} onChange={(event) => setEmail(event.currentTarget.value)} />
        <PasswordField autoFocus value={password} onChange={(event) => setPassword(event.currentTarget.value)} />
        <FormError>{errorText(signIn.error) ?? error}</FormError>
        <SubmitButton running={signIn.isPending || running} fullWidth>
          {t('invitation.signIn')}
        </SubmitButton>
        <SignInProviderButtons returnTo={location.pathname} />
      </Stack>
    </form>
  )
}
