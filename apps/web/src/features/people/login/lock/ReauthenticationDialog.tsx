import { isVerificationCode } from '@attune/contract/features/people/login/login.rules'
import type { LoginView } from '@attune/contract/features/people/login/login.schemas'
import { Anchor, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../../platform/lazy-named.ts'
import { useLocked } from '../../../../platform/auth/use-auth.ts'
import { api } from '../../../../platform/api/api.ts'
import { useErrorMessage } from '../../../../ui/base/use-error-message.ts'
import type { LoginRequirement as Kind } from '../../../../platform/login/reauthentication.ts'
import { finishReauthentication } from '../../../../platform/login/reauthentication.ts'
import type { Me } from '../../../../platform/login/login.ts'
import { clearLogin, acceptLogin } from '../../../../platform/login/login.ts'
import { transport } from '../../../../platform/api/transport.ts'
import { hasUnlockedPlan } from '../../../../platform/offline/unlocked-plan-flag.ts'
import { abandonPage } from '../../../../platform/draft/unsaved.ts'
import { Dialog } from '../../../../ui/dialog/Dialog.tsx'
import { FormError } from '../../../../ui/base/FormError.tsx'
import { SubmitButton } from '../../../../ui/base/SubmitButton.tsx'
import PasskeyLink from '../sign-in/PasskeyLink.tsx'
import { SignInProviderButtons } from '../sign-in/SignInProviderButtons.tsx'
import { SecondFactorFields, type SecondFactorMethod } from '../public/SecondFactorForm.tsx'
import { SecondFactorSetup } from '../SecondFactorSetup.tsx'
import { MaskedAccount, PageKeptCallout, SignedInPersonSummary } from './SignedInPersonSummary.tsx'
import { CodeField, PasswordField } from '../public/LoginFields.tsx'
import classes from '../public/LoginFields.module.css'
import { signOutOrAsk } from '../sign-out/sign-out.ts'
import { submitHandler } from '../public/submit-handler.ts'

const OfflinePlanButton = lazyNamed(() => import('../../../care/safety/safety.ts'), 'OfflinePlanButton')
const LockedEmergencyHelp = lazyNamed(() => import('../../../care/safety/safety.ts'), 'LockedEmergencyHelp')

/** Whether the native app offers to sign in in the system's browser instead of with a password. */
const isOfferedInBrowser = ({ password }: PagePerson) => !password && transport().signIn !== undefined

type PagePerson = { email: string; me: Me | null; isClient: boolean; passkey: boolean; password: boolean }
type DialogProps = { kind: Exclude<Kind, 'account' | 'unlock'>; who: PagePerson }

/**
 * Opens over the page when the server refuses a request because the login has ended or lacks a second factor. Depending
 * on `kind`, the person signs in again, enters a code, or sets up two-step verification. The page keeps everything that
 * the person typed. The dialog of a locked page shows no name and only a masked email address, because someone else
 * may hold the device.
 */
export default function ReauthenticationDialog({ kind, who }: DialogProps) {
  const locked = useLocked()
  const { t } = useTranslation(['login', 'reauthentication'])
  const continueWith = (login: LoginView) => {
    // A passkey can sign in another person. The page is then discarded, because it shows data of the first person.
    if (who.me && who.me.id !== login.userId) {
      abandonPage()
      clearLogin()
      return location.replace('/')
    }
    acceptLogin(login)
    finishReauthentication(true)
  }
  const title = t(
    kind === 'sign-in' ? 'reauthentication:signIn' : kind === 'enrol' ? 'enrol.title' : 'reauthentication:code',
  )
  return (
    <Dialog onClose={() => {}} title={title} cross={false} size={kind === 'enrol' ? 520 : 420} over>
      {kind === 'sign-in' && <SignInAgain who={who} locked={locked} onSignedIn={continueWith} />}
      {kind === 'code' && <Code onSignedIn={continueWith} />}
      {kind === 'enrol' && (
        <Stack gap="md">
          <p className={classes.hint}>{t('enrol.why')}</p>
          <SecondFactorSetup onDone={continueWith} />
        </Stack>
      )}
      {kind === 'sign-in' && <EmergencyHelp who={who} locked={locked} />}
      <div className={classes.feet}>
        {kind === 'enrol' || (kind === 'code' && !who.passkey) || (kind === 'sign-in' && isOfferedInBrowser(who)) ? (
          <span />
        ) : (
          <PasskeyLink purpose={kind === 'code' ? 'second-factor' : 'sign-in'} onSignedIn={continueWith} />
        )}
        <Anchor component="button" type="button" inherit onClick={() => void signOutOrAsk()}>
          {who.me?.firstName && !locked
            ? t('reauthentication:notYou', { name: who.me.firstName })
            : t('reauthentication:leave')}
        </Anchor>
      </div>
    </Dialog>
  )
}

/**
 * On a locked page, shows the same emergency help as the lock screen. Otherwise shows only the button for the safety plan, if the client allows
 * reading the plan without signing in.
 */
function EmergencyHelp({ who, locked }: { who: PagePerson; locked: boolean }) {
  if (!locked) return hasUnlockedPlan() ? <OfflinePlanButton /> : null
  return who.isClient || hasUnlockedPlan() ? <LockedEmergencyHelp zone={who.me?.zone ?? null} /> : null
}

type SignInAgainProps = { who: PagePerson; locked: boolean; onSignedIn: (login: LoginView) => void }
function SignInAgain({ who, locked, onSignedIn }: SignInAgainProps) {
  const { t } = useTranslation(['login', 'reauthentication', 'common'])
  const errorText = useErrorMessage()
  const [password, setPassword] = useState('')
  const [asked, setAsked] = useState<readonly SecondFactorMethod[] | null>(null)
  const signIn = useMutation({
    mutationFn: () => api.login.signIn({ email: who.email, password }),
    onSuccess: (result) => (result.kind === 'signed-in' ? onSignedIn(result.login) : setAsked(result.ways)),
  })
  if (asked) return <SecondFactorFields ways={asked} onSignedIn={onSignedIn} onBack={() => setAsked(null)} />
  return (
    <form onSubmit={submitHandler(signIn.isPending, () => password && signIn.mutate())} noValidate>
      <Stack gap="md">
        <div>{t('common:errors.NO_LOGIN')}</div>
        <PageKeptCallout />
        {locked ? <MaskedAccount email={who.email} /> : <SignedInPersonSummary email={who.email} me={who.me} />}
        {who.password ? (
          <>
            <PasswordField
              data-autofocus
              value={password}
              onChange={(event) => setPassword(event.currentTarget.value)}
            />
            <FormError>{errorText(signIn.error)}</FormError>
            <SubmitButton running={signIn.isPending} fullWidth>
              {t('signIn.submit')}
            </SubmitButton>
          </>
        ) : (
          <SignInProviderButtons returnTo={location.pathname} />
        )}
      </Stack>
    </form>
  )
}

function Code({ onSignedIn }: { onSignedIn: (login: LoginView) => void }) {
  const { t } = useTranslation(['login', 'reauthentication'])
  const errorText = useErrorMessage()
  const [code, setCode] = useState('')
  const check = useMutation({
    mutationFn: () => api.login.stepUp({ code }),
    onSuccess: ({ login }) => onSignedIn(login),
    onError: () => setCode(''),
  })
  return (
    <form onSubmit={submitHandler(check.isPending, () => isVerificationCode(code) && check.mutate())} noValidate>
      <Stack gap="md">
        <p className={classes.hint}>{t('reauthentication:codeText')}</p>
        <CodeField data-autofocus value={code} onChange={(event) => setCode(event.currentTarget.value)} />
        <FormError>{errorText(check.error)}</FormError>
        <SubmitButton running={check.isPending} fullWidth>
          {t('secondFactor.submit')}
        </SubmitButton>
      </Stack>
    </form>
  )
}
