import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useAuth } from '../../platform/auth/use-auth.ts'
import { emitAuthEvent } from '../../platform/backend/auth-events.ts'
import { Callout } from '../../ui/base/Callout.tsx'

/**
 * Shows why the login state could not be loaded [8.02]. Shows nothing if the login has ended, because the sign-in
 * dialog opens then.
 */
export function AuthErrorCallout() {
  const { t } = useTranslation()
  const { error, session } = useAuth()
  if (!error || error === 'NO_LOGIN' || !session) return null
  return (
    <div style={{ marginBottom: 16 }}>
      <Callout
        kind="danger"
        urgent
        action={
          error === 'PROFILE_REFRESH_FAILED' && (
            <Button variant="default" size="compact-sm" onClick={() => emitAuthEvent('USER_UPDATED', session)}>
              {t('wrong.again')}
            </Button>
          )
        }
      >
        {t(`errors.${error}`)}
      </Callout>
    </div>
  )
}
