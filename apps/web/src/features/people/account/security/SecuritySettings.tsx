import { Button } from '@mantine/core'
import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../../platform/lazy-named.ts'
import { requireLogin } from '../../../../platform/login/reauthentication.ts'
import { fetchLogin, useLogin, useMe, type LoginView, type Me } from '../../../../platform/login/login.ts'
import { StatusBadge } from '../../../../ui/page/status/StatusBadge.tsx'
import { Section } from '../../../../ui/page/Section.tsx'
import { SettingRow } from '../../../../ui/list/SettingRow.tsx'
import { useEditMode } from '../profile/use-edit-mode.ts'

const NewRecoveryCodesDialog = lazyNamed(() => import('./NewRecoveryCodesDialog.tsx'), 'NewRecoveryCodesDialog')
const RemoveAuthenticatorDialog = lazyNamed(
  () => import('./RemoveAuthenticatorDialog.tsx'),
  'RemoveAuthenticatorDialog',
)
const ChangeEmailDialog = lazyNamed(() => import('./ChangeEmailDialog.tsx'), 'ChangeEmailDialog')
const ChangePasswordDialog = lazyNamed(() => import('./ChangePasswordDialog.tsx'), 'ChangePasswordDialog')

/** Only the native app contains these settings. */
const NativeSettings =
  import.meta.env.MODE === 'native' ? lazyNamed(() => import('./NativeSettings.tsx'), 'NativeSettings') : () => null

/** Edits password, email address and second factor of the signed-in person. */
export function SecuritySettings() {
  const login = useLogin()
  const me = useMe()
  return login && me && <OwnSecurity login={login} me={me} />
}

function OwnSecurity({ login, me }: { login: LoginView; me: Me }) {
  const { t } = useTranslation(['account', 'security'])
  const [open, setOpen] = useState<'codes' | 'app' | 'email' | null>(null)
  const close = () => setOpen(null)
  const [mode, dispatch] = useEditMode()
  return (
    <>
      <Section title={t('settings.security')} hiddenTitle rows>
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
      {open === 'codes' && <NewRecoveryCodesDialog onClose={close} />}
      {open === 'app' && <RemoveAuthenticatorDialog login={login} onClose={close} />}
      {open === 'email' && <ChangeEmailDialog me={me} onClose={close} />}
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
