import { Button } from '@mantine/core'
import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react'
import { Suspense, lazy, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { pass } from '../../platform/gates.ts'
import { readLogin, useLogin } from '../../platform/login.ts'
import { Mark } from '../../ui/Mark.tsx'
import { Section } from '../../ui/Section.tsx'
import { Setting } from './Setting.tsx'

const RecoveryCodes = lazy(() => import('./RecoveryCodes.tsx').then((file) => ({ default: file.RecoveryCodes })))

/** The second factor: whether it stands, and new recovery codes. */
export function Security() {
  const { t } = useTranslation('account')
  const login = useLogin()
  const [codes, setCodes] = useState(false)
  if (!login) return null
  const has = login.hasSecondFactor
  return (
    <Section title={t('settings.security')} rows>
      <Setting label={t('settings.factor')} hint={t(has ? 'settings.factorOnHint' : 'settings.factorOffHint')} narrow>
        {has ? (
          <Mark icon={IconCircleCheck} tone="success">
            {t('settings.factorOn')}
          </Mark>
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
      {has && (
        <Setting label={t('settings.codes')} hint={t('settings.codesHint')} narrow>
          <Button variant="default" onClick={() => setCodes(true)}>
            {t('settings.codesNew')}
          </Button>
        </Setting>
      )}
      {codes && (
        <Suspense>
          <RecoveryCodes onClose={() => setCodes(false)} />
        </Suspense>
      )}
    </Section>
  )
}
