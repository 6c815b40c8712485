import type { LoginView } from '@attune/contract/features/login.shapes'
import { Anchor, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Suspense, lazy, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../platform/api.ts'
import { useErrorWords } from '../../platform/error-words.ts'
import type { Gate as Kind } from '../../platform/gates.ts'
import { settle } from '../../platform/gates.ts'
import type { Me } from '../../platform/login.ts'
import { forgetLogin, rememberLogin } from '../../platform/login.ts'
import { planIsOpen } from '../../platform/open-plan.ts'
import { giveUp } from '../../platform/unsaved.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { FormError } from '../../ui/FormError.tsx'
import { SubmitButton } from '../../ui/SubmitButton.tsx'
import PasskeyLink from './PasskeyLink.tsx'
import { ProviderButtons } from './ProviderButtons.tsx'
import { SecondFactorFields, type Way } from './SecondFactorForm.tsx'
import { SecondFactorSetup } from './SecondFactorSetup.tsx'
import { Kept, Who } from './Who.tsx'
import { CodeField, PasswordField } from './fields.tsx'
import classes from './fields.module.css'
import { leave } from './leave.ts'
import { sending } from './sending.ts'

const KeptPlanLink = lazy(() => import('../safety/safety.ts').then((file) => ({ default: file.KeptPlanLink })))

type PagePerson = { email: string; me: Me | null; passkey: boolean; password: boolean }

/**
 * The dialog over the page while a refused call waits: signing in again, a code, or setting up two-step verification.
 * The page keeps what was typed.
 */
export default function Gate({ kind, who }: { kind: Kind; who: PagePerson }) {
  const { t } = useTranslation(['login', 'gate'])
  const continueWith = (login: LoginView) => {
    // A passkey may belong to another person, who must not continue on this page.
    if (who.me && who.me.id !== login.userId) {
      giveUp()
      forgetLogin()
      return location.replace('/')
    }
    rememberLogin(login)
    settle(true)
  }
  const title = t(kind === 'sign-in' ? 'gate:signIn' : kind === 'enrol' ? 'enrol.title' : 'gate:code')
  return (
    <Dialog onClose={() => {}} title={title} cross={false} size={kind === 'enrol' ? 520 : 420} over>
      {kind === 'sign-in' && <SignInAgain who={who} onSignedIn={continueWith} />}
      {kind === 'code' && <Code onSignedIn={continueWith} />}
      {kind === 'enrol' && (
        <Stack gap="md">
          <p className={classes.hint}>{t('enrol.why')}</p>
          <SecondFactorSetup onDone={continueWith} />
        </Stack>
      )}
      {kind === 'sign-in' && planIsOpen() && (
        <Suspense>
          <KeptPlanLink />
        </Suspense>
      )}
      <div className={classes.feet}>
        {kind === 'enrol' || (kind === 'code' && !who.passkey) ? (
          <span />
        ) : (
          <PasskeyLink purpose={kind === 'code' ? 'second-factor' : 'sign-in'} onSignedIn={continueWith} />
        )}
        <Anchor component="button" type="button" inherit onClick={() => void leave()}>
          {who.me?.firstName ? t('gate:notYou', { name: who.me.firstName }) : t('gate:leave')}
        </Anchor>
      </div>
    </Dialog>
  )
}

function SignInAgain({ who, onSignedIn }: { who: PagePerson; onSignedIn: (login: LoginView) => void }) {
  const { t } = useTranslation(['login', 'gate', 'common'])
  const words = useErrorWords()
  const [password, setPassword] = useState('')
  const [asked, setAsked] = useState<readonly Way[] | null>(null)
  const signIn = useMutation({
    mutationFn: () => api.login.signIn({ email: who.email, password }),
    onSuccess: (result) => (result.kind === 'signed-in' ? onSignedIn(result.login) : setAsked(result.ways)),
  })
  if (asked) return <SecondFactorFields ways={asked} onSignedIn={onSignedIn} onBack={() => setAsked(null)} />
  return (
    <form onSubmit={sending(signIn.isPending, () => password && signIn.mutate())} noValidate>
      <Stack gap="md">
        <div>{t('common:errors.NO_LOGIN')}</div>
        <Kept />
        <Who email={who.email} me={who.me} />
        {who.password ? (
          <>
            <PasswordField
              data-autofocus
              value={password}
              onChange={(event) => setPassword(event.currentTarget.value)}
            />
            <FormError>{words(signIn.error)}</FormError>
            <SubmitButton running={signIn.isPending} fullWidth>
              {t('signIn.submit')}
            </SubmitButton>
          </>
        ) : (
          <ProviderButtons returnTo={location.pathname} />
        )}
      </Stack>
    </form>
  )
}

function Code({ onSignedIn }: { onSignedIn: (login: LoginView) => void }) {
  const { t } = useTranslation(['login', 'gate'])
  const words = useErrorWords()
  const [code, setCode] = useState('')
  const check = useMutation({
    mutationFn: () => api.login.stepUp({ code: code.trim() }),
    onSuccess: ({ login }) => onSignedIn(login),
    onError: () => setCode(''),
  })
  return (
    <form onSubmit={sending(check.isPending, () => code.trim().length >= 6 && check.mutate())} noValidate>
      <Stack gap="md">
        <p className={classes.hint}>{t('gate:codeText')}</p>
        <CodeField data-autofocus value={code} onChange={(event) => setCode(event.currentTarget.value)} />
        <FormError>{words(check.error)}</FormError>
        <SubmitButton running={check.isPending} fullWidth>
          {t('secondFactor.submit')}
        </SubmitButton>
      </Stack>
    </form>
  )
}
