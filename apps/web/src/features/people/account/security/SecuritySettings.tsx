import { Button, Skeleton } from '@mantine/core'
import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react'
import { Suspense, lazy, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../../platform/lazy-named.ts'
import { requireLogin } from '../../../../platform/login/reauthentication.ts'
import { fetchLogin, useLogin, type LoginView, type Me } from '../../../../platform/login/login.ts'
import { StatusBadge } from '../../../../ui/page/status/StatusBadge.tsx'
import { Section } from '../../../../ui/page/Section.tsx'
import { SettingRow } from '../../../../ui/list/SettingRow.tsx'
import { useEditMode } from '../profile/use-edit-mode.ts'

const SignInSettings = lazy(() => import('./SignInSettings.tsx'))
const NewRecoveryCodesDialog = lazyNamed(() => import('./NewRecoveryCodesDialog.tsx'), 'NewRecoveryCodesDialog')
const RemoveAuthenticatorDialog = lazyNamed(
  () => import('./RemoveAuthenticatorDialog.tsx'),
  'RemoveAuthenticatorDialog',
)
const ChangeEmailDialog = lazyNamed(() => import('./ChangeEmailDialog.tsx'), 'ChangeEmailDialog')
const DeleteAccountDialog = lazyNamed(() => import('./DeleteAccountDialog.tsx'), 'DeleteAccountDialog')
const ChangePasswordDialog = lazyNamed(() => import('./ChangePasswordDialog.tsx'), 'ChangePasswordDialog')

/** Only the native app contains these settings. */
const NativeSettings =
  import.meta.env.MODE === 'native' ? lazyNamed(() => import('./NativeSettings.tsx'), 'NativeSettings') : () => null

/** Edits password, email address, second factor, passkeys, sign-in providers and active logins; deletes the account. */
export function SecuritySettings({ me }: { me: Me }) {
  const { t } = useTranslation(['account', 'security'])
  const login = useLogin()
  const [open, setOpen] = useState<'codes' | 'app' | 'email' | 'delete' | null>(null)
  const close = () => setOpen(null)
  const [mode, dispatch] = useEditMode()
  if (!login) return null
  return (
    <>
      <Section title={t('settings.security')} rows>
        <SettingRow
          label={t('security:password.title')}
          hint={t(login.hasPassword ? 'security:password.hint' : 'security:password.none')}
          narrow
        >
          <Button variant="default" onClick={() => dispatch('password-begun')}>
            {t(login.hasPassword ? 'security:password.change' : 'security:password.set')}
          </Button>
        </SettingRow>
        <SettingRow label={t('security:email.title')} hint={me.email} narrow>
          <Button variant="default" onClick={() => setOpen('email')}>
            {t('security:email.change')}
          </Button>
        </SettingRow>
        <SecondFactorSetting login={login} isClient={me.role === 'client'} onTurnOff={() => setOpen('app')} />
        {login.hasApp && (
          <SettingRow label={t('settings.codes')} hint={t('settings.codesHint')} narrow>
            <Button variant="default" onClick={() => setOpen('codes')}>
              {t('settings.codesNew')}
            </Button>
          </SettingRow>
        )}
      </Section>
      <NativeSettings me={me} />
      <Suspense fallback={<Skeleton height={240} radius={14} />}>
        <SignInSettings />
      </Suspense>
      <DeletionSetting isTherapist={me.role === 'therapist'} onDelete={() => setOpen('delete')} />
      {open === 'codes' && <NewRecoveryCodesDialog onClose={close} />}
      {open === 'app' && <RemoveAuthenticatorDialog login={login} onClose={close} />}
      {open === 'email' && <ChangeEmailDialog me={me} onClose={close} />}
      {open === 'delete' && <DeleteAccountDialog me={me} onClose={close} />}
      {mode.passwordPending && <ChangePasswordDialog me={me} onClose={() => dispatch('password-ended')} />}
    </>
  )
}

type FactorProps = { login: LoginView; isClient: boolean; onTurnOff: () => void }

/** Shows whether the authenticator app is set up, with a button that sets it up or turns it off. */
function SecondFactorSetting({ login, isClient, onTurnOff }: FactorProps) {
  const { t } = useTranslation(['account', 'security'])
  const { hasApp } = login
  return (
    <SettingRow
      label={t('settings.factor')}
      hint={t(hasApp ? 'settings.factorOnHint' : 'settings.factorOffHint')}
      narrow
    >
      {hasApp ? (
        <div>
          <StatusBadge icon={IconCircleCheck} tone="success">
            {t('settings.factorOn')}
          </StatusBadge>{' '}
          {(login.hasPasskey || isClient) && (
            <Button variant="default" ml="xs" onClick={onTurnOff}>
              {t('security:app.turnOff')}
            </Button>
          )}
        </div>
      ) : (
        <div>
          <StatusBadge icon={IconCircleDashed}>{t('settings.factorOff')}</StatusBadge>{' '}
          <Button
            variant="light"
            ml="xs"
            onClick={() => void requireLogin('enrol').then((passed) => (passed ? fetchLogin() : null))}
          >
            {t('settings.setUp')}
          </Button>
        </div>
      )}
    </SettingRow>
  )
}

function DeletionSetting({ isTherapist, onDelete }: { isTherapist: boolean; onDelete: () => void }) {
  const { t } = useTranslation('security')
  return (
    <Section title={t(isTherapist ? 'accountDeletion.close' : 'accountDeletion.delete')} rows>
      <SettingRow label={t('accountDeletion.label')} hint={t('accountDeletion.hint')} narrow>
        <Button variant="default" c="var(--attune-danger)" onClick={onDelete}>
          {t('accountDeletion.begin')}
        </Button>
      </SettingRow>
    </Section>
  )
}
