import { useTranslation } from 'react-i18next'
import { useOnline } from '../../platform/online.ts'
import { Note } from '../../ui/Note.tsx'

/** Beside an act that runs: without a connection it goes out when the connection is back. */
export function Unsent() {
  const { t } = useTranslation()
  return useOnline() ? null : <Note kind="offline">{t('offline.waiting')}</Note>
}
