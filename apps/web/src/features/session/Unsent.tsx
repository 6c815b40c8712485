import { useTranslation } from 'react-i18next'
import { useOnline } from '../../platform/online.ts'
import { Note } from '../../ui/Note.tsx'

/** Says that a running request is sent when the connection is back. Renders nothing while online. */
export function Unsent() {
  const { t } = useTranslation()
  return useOnline() ? null : <Note kind="offline">{t('offline.waiting')}</Note>
}
