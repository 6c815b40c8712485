import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useAuth } from '../platform/auth/look.ts'
import { emit } from '../platform/backend/auth-events.ts'
import { Note } from '../ui/Note.tsx'

/** What went wrong with knowing who is here [8.02]. A login that is over is asked for by the gate. */
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
