import { Button, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../platform/api.ts'
import { useErrorWords } from '../../platform/error-words.ts'
import type { LoginView } from '../../platform/login.ts'
import { rememberLogin, useLogin } from '../../platform/login.ts'
import { dropToken } from '../../platform/token.ts'
import { FormError } from '../../ui/FormError.tsx'
import { SubmitButton } from '../../ui/SubmitButton.tsx'
import { SecondFactorFields, type Way } from './SecondFactorForm.tsx'
import { EmailField, PasswordField } from './fields.tsx'
import classes from './fields.module.css'
import { useArrive } from './home.ts'
import { sending } from './sending.ts'

/** 'Sign in to accept': for an invitation to an address that already has an account. */
export function AcceptSignedIn({ token, email }: { token: string; email: string }) {
  const { t } = useTranslation('login')
  const words = useErrorWords()
  const arrive = useArrive()
  const login = useLogin()
  const accept = useMutation({
    mutationFn: async (as: LoginView) => {
      rememberLogin(as)
      await api.login.acceptInvitationSignedIn({ token })
      dropToken()
      await arrive(as)
    },
  })
  if (login) {
    return (
      <Stack gap="md" mt="xl">
        <p className={classes.hint}>{t('invitation.signedInAs', { email: login.email })}</p>
        <FormError>{words(accept.error)}</FormError>
        <Button size="md" loading={accept.isPending} onClick={() => accept.mutate(login)}>
          {t('invitation.accept')}
        </Button>
      </Stack>
    )
  }
  return (
    <SignInToAccept
      email={email}
      running={accept.isPending}
      error={words(accept.error)}
      onSignedIn={(as) => accept.mutate(as)}
    />
  )
}

type Props = { email: string; running: boolean; error: string | null; onSignedIn: (login: LoginView) => void }

function SignInToAccept({ email: invited, running, error, onSignedIn }: Props) {
  const { t } = useTranslation('login')
  const words = useErrorWords()
  const [email, setEmail] = useState(invited)
  const [password, setPassword] = useState('')
  const [asked, setAsked] = useState<readonly Way[] | null>(null)
  const signIn = useMutation({
    mutationFn: () => api.login.signIn({ email, password }),
    onSuccess: (result) => (result.kind === 'signed-in' ? onSignedIn(result.login) : setAsked(result.ways)),
  })
  if (asked) return <SecondFactorFields ways={asked} onSignedIn={onSignedIn} onBack={() => setAsked(null)} />
  return (
    <form onSubmit={sending(signIn.isPending || running, () => password && signIn.mutate())} noValidate>
      <Stack gap="md" mt="xl">
        <EmailField value={email} onChange={(event) => setEmail(event.currentTarget.value)} />
        <PasswordField autoFocus value={password} onChange={(event) => setPassword(event.currentTarget.value)} />
        <FormError>{words(signIn.error) ?? error}</FormError>
        <SubmitButton running={signIn.isPending || running} fullWidth>
          {t('invitation.signIn')}
        </SubmitButton>
      </Stack>
    </form>
  )
}
