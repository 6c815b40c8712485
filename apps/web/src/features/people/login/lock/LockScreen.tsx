import { Anchor, Button, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../../platform/lazy-named.ts'
import { api } from '../../../../platform/api/api.ts'
import { unlockPage } from '../../../../platform/auth/auth.ts'
import { hasFormToSignHere, returnToGuardianPage, signHerePath } from '../../../../platform/auth/signing-here.ts'
import { useStore } from '../../../../platform/create-store.ts'
import { LazyLockedCall, activeCall } from '../../../schedule/call/call.ts'
import { useErrorMessage } from '../../../../ui/base/use-error-message.ts'
import { errorCode } from '../../../../platform/api/errors.ts'
import { requireLogin } from '../../../../platform/login/reauthentication.ts'
import type { Me } from '../../../../platform/login/login.ts'
import { hasUnlockedPlan } from '../../../../platform/offline/unlocked-plan-flag.ts'
import { requestPasskey, supportsPasskeys } from '../../../../platform/login/passkeys.ts'
import { transport } from '../../../../platform/api/transport.ts'
import { Dialog } from '../../../../ui/dialog/Dialog.tsx'
import { FormError } from '../../../../ui/base/FormError.tsx'
import { SubmitButton } from '../../../../ui/base/SubmitButton.tsx'
import { ContinueInBrowser } from '../sign-in/ContinueInBrowser.tsx'
import { MaskedAccount, PageKeptCallout } from './SignedInPersonSummary.tsx'
import { SignInProviderButtons } from '../sign-in/SignInProviderButtons.tsx'
import { PasswordField } from '../public/LoginFields.tsx'
import classes from '../public/LoginFields.module.css'
import { signOutOrAsk } from '../sign-out/sign-out.ts'
import { submitHandler } from '../public/submit-handler.ts'

const LockedEmergencyHelp = lazyNamed(() => import('../../../care/safety/safety.ts'), 'LockedEmergencyHelp')

/** Only the native app contains this button. */
const BiometricUnlockButton =
  import.meta.env.MODE === 'native'
    ? lazyNamed(() => import('./BiometricUnlock.tsx'), 'BiometricUnlockButton')
    : () => null

type LockedAccount = {
  email: string
  me: Me | null
  isClient: boolean
  passkey: boolean
  password: boolean
  isHeld?: boolean
}

/**
 * Covers the page of an inactive person until the person proves their identity. Shows no name or address, because someone else may hold the device.
 * Unlocking one tab unlocks all tabs of this browser. No second factor is needed. `isHeld`: the login is locked because a guardian signs a form on
 * this device; a fingerprint or a face cannot unlock it then. A client always sees the emergency numbers. A video call continues meanwhile, and can
 * be muted and left.
 */
export default function LockScreen({ who }: { who: LockedAccount }) {
  const { t } = useTranslation(['login', 'reauthentication'])
  const errorText = useErrorMessage()
  const [password, setPassword] = useState('')
  const isInCall = useStore(activeCall) !== null
  const { signIn } = transport()
  const open = useUnlock(who.me !== null, () => setPassword(''))
  const wrong = errorCode(open.error) === 'INVALID_CREDENTIALS'
  return (
    <Dialog onClose={() => {}} title={t('reauthentication:lock.title')} cross={false} size={420} over>
      <form onSubmit={submitHandler(open.isPending, () => password && open.mutate({ password }))} noValidate>
        <Stack gap="md">
          <div>{t(`reauthentication:lock.${!signIn ? 'text' : who.password ? 'appText' : 'browserText'}`)}</div>
          {location.pathname !== signHerePath && <PageKeptCallout />}
          <MaskedAccount email={who.email} />
          {who.password ? (
            <>
              <PasswordField
                data-autofocus
                value={password}
                onChange={(event) => setPassword(event.currentTarget.value)}
              />
              <FormError>{wrong ? t('reauthentication:lock.wrong') : errorText(open.error)}</FormError>
              <SubmitButton running={open.isPending} fullWidth>
                {t('reauthentication:lock.submit')}
              </SubmitButton>
            </>
          ) : (
            <>
              <SignInProviderButtons returnTo={location.pathname} />
              <FormError>{errorText(open.error)}</FormError>
            </>
          )}
          <BackToForm />
        </Stack>
      </form>
      {!who.isHeld && <BiometricUnlockButton userId={who.me?.id ?? ''} onUnlocked={unlockPage} />}
      {isInCall && <LazyLockedCall />}
      <OtherWays who={who} onPasskey={() => open.mutate('passkey')} />
      {(who.isClient || hasUnlockedPlan()) && <LockedEmergencyHelp zone={who.me?.zone ?? null} />}
    </Dialog>
  )
}

/** Opens the form of a guardian who has not signed it yet in this tab. */
function BackToForm() {
  const { t } = useTranslation('reauthentication')
  if (!hasFormToSignHere()) return null
  return (
    <Button variant="default" fullWidth onClick={returnToGuardianPage}>
      {t('lock.backToForm')}
    </Button>
  )
}

/**
 * Returns a mutation that unlocks all tabs of this browser with the password or a passkey. Nothing changes if the person cancels the passkey. `known`
 * is true if the page was open before it was locked.
 */
function useUnlock(known: boolean, onFailed: () => void) {
  return useMutation({
    mutationFn: async (by: { password: string } | 'passkey') => {
      try {
        if (by !== 'passkey') await api.login.unlock(by)
        else {
          const response = await requestPasskey('unlock')
          if (!response) return false
          await api.login.unlock({ response })
        }
      } catch (error) {
        // The login has ended since the page was locked. Signing in again also unlocks the page. A page that was locked when it was opened reloads
        // instead, because it has loaded no data of the person that could be lost.
        if (errorCode(error) !== 'NO_LOGIN') throw error
        if (!known) {
          location.reload()
          return false
        }
        if (!(await requireLogin('sign-in'))) throw error
      }
      return true
    },
    onSuccess: (proved) => {
      if (!proved) return
      if (import.meta.env.MODE === 'native') void allowBiometryAgain()
      unlockPage()
    },
    onError: onFailed,
  })
}

/** After the person has entered the password, a fingerprint or a face can unlock the native app for another 7 days. */
async function allowBiometryAgain() {
  const { passwordProved } = await import('./BiometricUnlock.tsx')
  await passwordProved()
}

/**
 * Shows a link to sign out and, if the person has a passkey, a link to unlock with it; in the native app, this link continues in the system's
 * browser.
 */
function OtherWays({ who, onPasskey }: { who: LockedAccount; onPasskey: () => void }) {
  const { t } = useTranslation('reauthentication')
  return (
    <div className={classes.feet}>
      {who.passkey && supportsPasskeys() ? (
        <Anchor component="button" type="button" inherit onClick={onPasskey}>
          {t('usePasskey')}
        </Anchor>
      ) : who.passkey && who.password && transport().signIn ? (
        <ContinueInBrowser link />
      ) : (
        <span />
      )}
      <Anchor component="button" type="button" inherit onClick={() => void signOutOrAsk()}>
        {t('leave')}
      </Anchor>
    </div>
  )
}
