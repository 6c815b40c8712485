import { Button, Skeleton } from '@mantine/core'
import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react'
import { Suspense, lazy, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { pass } from '../../platform/gates.ts'
import { readLogin, useLogin, type Me } from '../../platform/login.ts'
import { Mark } from '../../ui/Mark.tsx'
import { Section } from '../../ui/Section.tsx'
import { Setting } from '../../ui/Setting.tsx'
import { useEditMode } from './edit-mode.ts'

const Access = lazy(() => import('./Access.tsx'))
const RecoveryCodes = lazy(() => import('./RecoveryCodes.tsx').then((file) => ({ default: file.RecoveryCodes })))
const RemoveApp = lazy(() => import('./RemoveApp.tsx').then((file) => ({ default: file.RemoveApp })))
const ChangeEmail = lazy(() => import('./ChangeEmail.tsx').then((file) => ({ default: file.ChangeEmail })))
const DeleteAccount = lazy(() => import('./DeleteAccount.tsx').then((file) => ({ default: file.DeleteAccount })))
const ChangePassword = lazy(() => import('./ChangePassword.tsx').then((file) => ({ default: file.ChangePassword })))

/** Password, email address, second factor, passkeys, sign-in providers, active logins and account deletion. */
export function Security({ me }: { me: Me }) {
  const { t } = useTranslation(['account', 'security'])
  const login = useLogin()
  const [open, setOpen] = useState<'codes' | 'app' | 'email' | 'delete' | null>(null)
  const close = () => setOpen(null)
  const [mode, dispatch] = useEditMode()
  if (!login) return null
  const hasApp = login.hasApp
  const isTherapist = me.role === 'therapist'
  return (
    <>
      <Section title={t('settings.security')} rows>
        <Setting
          label={t('security:password.title')}
          hint={t(login.hasPassword ? 'security:password.hint' : 'security:password.none')}
          narrow
        >
          <Button variant="default" onClick={() => dispatch('password-begun')}>
            {t(login.hasPassword ? 'security:password.change' : 'security:password.set')}
          </Button>
        </Setting>
        <Setting label={t('security:email.title')} hint={me.email} narrow>
          <Button variant="default" onClick={() => setOpen('email')}>
            {t('security:email.change')}
          </Button>
        </Setting>
        <Setting
          label={t('settings.factor')}
          hint={t(hasApp ? 'settings.factorOnHint' : 'settings.factorOffHint')}
          narrow
        >
          {hasApp ? (
            <div>
              <Mark icon={IconCircleCheck} tone="success">
                {t('settings.factorOn')}
              </Mark>{' '}
              {(login.hasPasskey || me.role === 'client') && (
                <Button variant="default" ml="xs" onClick={() => setOpen('app')}>
                  {t('security:app.turnOff')}
                </Button>
              )}
            </div>
          ) : (
            <div>
              <Mark icon={IconCircleDashed}>{t('settings.factorOff')}</Mark>{' '}
              <Button
                variant="light"
                ml="xs"
                onClick={() => void pass('enrol').then((passed) => (passed ? readLogin() : null))}
              >
                {t('settings.setUp')}
              </Button>
            </div>
          )}
        </Setting>
        {hasApp && (
          <Setting label={t('settings.codes')} hint={t('settings.codesHint')} narrow>
            <Button variant="default" onClick={() => setOpen('codes')}>
              {t('settings.codesNew')}
            </Button>
          </Setting>
        )}
      </Section>
      <Suspense fallback={<Skeleton height={240} radius={14} />}>
        <Access />
      </Suspense>
      <Section title={t(isTherapist ? 'security:farewell.close' : 'security:farewell.delete')} rows>
        <Setting label={t('security:farewell.label')} hint={t('security:farewell.hint')} narrow>
          <Button variant="default" c="var(--attune-danger)" onClick={() => setOpen('delete')}>
            {t('security:farewell.begin')}
          </Button>
        </Setting>
      </Section>
      <Suspense>
        {open === 'codes' && <RecoveryCodes onClose={close} />}
        {open === 'app' && <RemoveApp login={login} onClose={close} />}
        {open === 'email' && <ChangeEmail me={me} onClose={close} />}
        {open === 'delete' && <DeleteAccount me={me} onClose={close} />}
        {mode.passwordPending && <ChangePassword me={me} onClose={() => dispatch('password-ended')} />}
      </Suspense>
    </>
  )
}
