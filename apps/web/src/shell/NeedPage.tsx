import { Anchor, Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useEffect } from 'react'
import { PublicFrame, SecondFactorSetup, leave } from '../features/login/login.tsx'
import { pass } from '../platform/gates.ts'
import { rememberLogin } from '../platform/login.ts'

/**
 * What a person must do before the role's pages open: set up two-step verification, or enter a code. The address
 * stays.
 */
export function NeedPage({ need }: { need: 'enrol' | 'code' }) {
  const { t } = useTranslation(['login', 'gate', 'shell'])
  useEffect(() => {
    if (need === 'code') void pass('code')
  }, [need])
  return (
    <PublicFrame
      title={need === 'enrol' ? t('enrol.title') : t('gate:code')}
      text={need === 'enrol' ? t('enrol.why') : t('gate:codeText')}
      wide
    >
      <div style={{ marginTop: 24 }}>
        {need === 'enrol' ? (
          <SecondFactorSetup onDone={rememberLogin} />
        ) : (
          <Button onClick={() => void pass('code')}>{t('gate:enterCode')}</Button>
        )}
      </div>
      <p style={{ marginTop: 24, textAlign: 'center' }}>
        <Anchor component="button" type="button" inherit onClick={() => void leave()}>
          {t('shell:logOut')}
        </Anchor>
      </p>
    </PublicFrame>
  )
}
