import type { GroupId } from '@attune/contract/common/ids'
import type { Session } from '@attune/contract/features/schedule/session/session'
import { IconCalendarPlus } from '@tabler/icons-react'
import type { ComponentType, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../../ui/page/loading/EmptyState.tsx'
import { RowSkeletons } from '../../../ui/page/loading/ListStates.tsx'
import { Query } from '../../../ui/page/loading/Query.tsx'
import { Section } from '../../../ui/page/Section.tsx'
import { useNextGroupSessions } from './use-group-sessions.ts'

export type SessionRowsType = ComponentType<{ sessions: Session[]; viewer: 'therapist'; withPerson?: boolean }>

type Props = {
  groupId: GroupId
  SessionRows: SessionRowsType
  /** The button that schedules a session, shown if the group has no next session. */
  action: ReactNode
}

/** The next sessions of a group. */
export function NextGroupSessions({ groupId, SessionRows, action }: Props) {
  const { t } = useTranslation('group')
  const read = useNextGroupSessions(groupId)
  const sessions = read.data?.items ?? []
  return (
    <Section title={t('next.title')} rows={sessions.length > 0}>
      <Query
        of={read}
        pending={<RowSkeletons rows={2} />}
        failed={t('next.failed')}
        again={t('again')}
        empty={
          sessions.length === 0 && (
            <EmptyState icon={IconCalendarPlus} level="h3" title={t('next.empty')} text={t('next.emptyText')}>
              {action}
            </EmptyState>
          )
        }
      >
        {() => <SessionRows sessions={sessions} viewer="therapist" withPerson={false} />}
      </Query>
    </Section>
  )
}
