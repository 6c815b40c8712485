import type { Session } from '@attune/contract/features/session'
import { IconFileCheck, IconFilePencil } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useQuery } from '@tanstack/react-query'
import { orpc } from '../../platform/api.ts'
import { StatusBadge } from '../../ui/page/StatusBadge.tsx'
import { useNow } from '../../ui/page/use-now.ts'

/**
 * Shows whether the note of a past session is missing, begun or signed. Renders `otherwise` if the session needs no
 * note, is not over, or its status is not loaded yet.
 */
export function NoteStatusBadge({ session, otherwise = null }: { session: Session; otherwise?: ReactNode }) {
  const { t } = useTranslation('note')
  const over = new Date(session.endsAt) < useNow()
  const waiting = useQuery({ ...orpc.note.toWrite.queryOptions({ input: {} }), enabled: over }).data?.items
  if (!over || !waiting) return otherwise
  const one = waiting.find((item) => item.session.id === session.id)
  if (!one)
    return session.status === 'completed' ? <StatusBadge icon={IconFileCheck}>{t('mark.done')}</StatusBadge> : otherwise
  return (
    <StatusBadge icon={IconFilePencil} tone="warning">
      {t(one.begun ? 'mark.begun' : 'mark.toWrite')}
    </StatusBadge>
  )
}
