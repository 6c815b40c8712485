import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useAuth } from '../platform/auth/look.ts'
import { emit } from '../platform/backend/auth-events.ts'
import { Note } from '../ui/Note.tsx'

/** Shows why the login state could not be loaded [8.02]. A login that has ended is asked for elsewhere. */
export function AuthTrouble() {
  const { t } = useTranslation()
  const { error, session } = useAuth()
  if (!error || error === 'NO_LOGIN' || !session) return null
  return (
    <div style={{ marginBottom: 16 }}>
      <Note
        kind="danger"
        urgent
        action={
          error === 'PROFILE_REFRESH_FAILED' && (
            <Button variant="default" size="compact-sm" onClick={() => emit('USER_UPDATED', session)}>
              {t('wrong.again')}
            </Button>
          )
        }
      >
        {t(`errors.${error}`)}
      </Note>
    </div>
  )
}
