import { Anchor, Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useEffect } from 'react'
import { PublicFrame, SecondFactorSetup, signOutOrAsk } from '../../features/people/login/login.tsx'
import { requireLogin } from '../../platform/login/reauthentication.ts'
import { acceptLogin } from '../../platform/login/login.ts'

/**
 * Shows the step that a person must take before the pages of their role open: set up two-step verification, or enter a
 * code. The address of the page does not change.
 */
export function LoginRequirementPage({ need }: { need: 'enrol' | 'code' }) {
  const { t } = useTranslation(['login', 'reauthentication', 'shell'])
  useEffect(() => {
    if (need === 'code') void requireLogin('code')
  }, [need])
  return (
    <PublicFrame
      title={need === 'enrol' ? t('enrol.title') : t('reauthentication:code')}
      text={need === 'enrol' ? t('enrol.why') : t('reauthentication:codeText')}
      wide
    >
      <div style={{ marginTop: 24 }}>
        {need === 'enrol' ? (
          <SecondFactorSetup onDone={acceptLogin} />
        ) : (
          <Button onClick={() => void requireLogin('code')}>{t('reauthentication:enterCode')}</Button>
        )}
      </div>
      <p style={{ marginTop: 24, textAlign: 'center' }}>
        <Anchor component="button" type="button" inherit onClick={() => void signOutOrAsk()}>
          {t('shell:logOut')}
        </Anchor>
      </p>
    </PublicFrame>
  )
}
