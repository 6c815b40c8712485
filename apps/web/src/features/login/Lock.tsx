import { Anchor, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Suspense, lazy, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../platform/api.ts'
import { idle } from '../../platform/auth/auth.ts'
import { useErrorWords } from '../../platform/error-words.ts'
import { codeOf } from '../../platform/faults.ts'
import { pass } from '../../platform/gates.ts'
import type { Me } from '../../platform/login.ts'
import { planIsOpen } from '../../platform/open-plan.ts'
import { askPasskey, knowsPasskeys } from '../../platform/passkeys.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { FormError } from '../../ui/FormError.tsx'
import { SubmitButton } from '../../ui/SubmitButton.tsx'
import { Kept, Who } from './Who.tsx'
import { ProviderButtons } from './ProviderButtons.tsx'
import { PasswordField } from './fields.tsx'
import classes from './fields.module.css'
import { leave } from './leave.ts'
import { sending } from './sending.ts'

const KeptPlanLink = lazy(() => import('../safety/safety.ts').then((file) => ({ default: file.KeptPlanLink })))

/**
 * The lock over the page of an inactive person. The password unlocks every tab of this browser; no second factor is
 * needed.
 */
export default function Lock({ who }: { who: { email: string; me: Me | null; passkey: boolean; password: boolean } }) {
  const { t } = useTranslation(['login', 'gate'])
  const words = useErrorWords()
  const [password, setPassword] = useState('')
  const open = useMutation({
    mutationFn: async (by: 'password' | 'passkey') => {
      try {
        const response = by === 'passkey' ? await askPasskey('unlock') : null
        if (by === 'passkey' && !response) return false
        await api.login.unlock(response ? { response } : { password })
      } catch (error) {
        // The login has ended meanwhile; signing in again also unlocks.
        if (codeOf(error) !== 'NO_LOGIN' || !(await pass('sign-in'))) throw error
      }
      return true
    },
    onSuccess: (proved) => proved && idle.unlock(),
    onError: () => setPassword(''),
  })
  const wrong = codeOf(open.error) === 'INVALID_CREDENTIALS'
  return (
    <Dialog onClose={() => {}} title={t('gate:lock.title')} cross={false} size={420} over>
      <form onSubmit={sending(open.isPending, () => password && open.mutate('password'))} noValidate>
        <Stack gap="md">
          <div>{t('gate:lock.text')}</div>
          <Kept />
          <Who email={who.email} me={who.me} />
          {who.password ? (
            <>
              <PasswordField
                data-autofocus
                value={password}
                onChange={(event) => setPassword(event.currentTarget.value)}
              />
              <FormError>{wrong ? t('gate:lock.wrong') : words(open.error)}</FormError>
              <SubmitButton running={open.isPending} fullWidth>
                {t('gate:lock.submit')}
              </SubmitButton>
            </>
          ) : (
            <>
              <ProviderButtons returnTo={location.pathname} />
              <FormError>{words(open.error)}</FormError>
            </>
          )}
        </Stack>
      </form>
      {planIsOpen() && (
        <Suspense>
          <KeptPlanLink />
        </Suspense>
      )}
      <div className={classes.feet}>
        {who.passkey && knowsPasskeys() ? (
          <Anchor component="button" type="button" inherit onClick={() => open.mutate('passkey')}>
            {t('gate:usePasskey')}
          </Anchor>
        ) : (
          <span />
        )}
        <Anchor component="button" type="button" inherit onClick={() => void leave()}>
          {who.me?.firstName ? t('gate:notYou', { name: who.me.firstName }) : t('gate:leave')}
        </Anchor>
      </div>
    </Dialog>
  )
}
