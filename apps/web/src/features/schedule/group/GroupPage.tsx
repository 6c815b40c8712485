import type { ClientId, GroupId } from '@attune/contract/common/ids'
import type { ClientGroup } from '@attune/contract/features/schedule/group/group'
import { IconUsersGroup } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '../../../ui/base/ButtonLink.tsx'
import { LoadedById } from '../../../ui/page/loading/LoadedById.tsx'
import { PageColumns } from '../../../ui/page/PageHeader.tsx'
import { GroupAttendance } from './GroupAttendance.tsx'
import { GroupHeader } from './GroupHeader.tsx'
import { GroupMembers } from './GroupMembers.tsx'
import type { MemberSelectType } from './MemberDialogs.tsx'
import { NextGroupSessions, type SessionRowsType } from './NextGroupSessions.tsx'
import { ScheduleGroupButton, type ScheduleGroupDialogType } from './ScheduleGroupButton.tsx'
import { useClientGroup } from './use-groups.ts'

/** The components of other features that the route passes. */
export type GroupPageParts = {
  ClientSelect: MemberSelectType
  SessionRows: SessionRowsType
  ScheduleDialog: ScheduleGroupDialogType
  /** The dialog that writes one message to each of the given clients. */
  MessageDialog: ComponentType<{ of: { id: string; clientIds: ClientId[] }; onClose: () => void }>
}

/** The page of one couple, family or group: its next sessions, the attendance at the past ones, and its members. */
export function GroupPage({ groupId, ...parts }: { groupId: GroupId } & GroupPageParts) {
  const { t } = useTranslation(['group', 'sessionType', 'session', 'sessionNew', 'message'])
  const read = useClientGroup(groupId)
  return (
    <LoadedById
      read={read}
      title={t('type.group')}
      failed={t('failed')}
      again={t('again')}
      missing={{
        icon: IconUsersGroup,
        title: t('missingTitle'),
        text: t('missingText'),
        back: <ButtonLink to="/dashboard/therapist/clients/groups">{t('back')}</ButtonLink>,
      }}
    >
      {(group) => <LoadedGroup group={group} {...parts} />}
    </LoadedById>
  )
}

function LoadedGroup({ group, ClientSelect, SessionRows, ...dialogs }: { group: ClientGroup } & GroupPageParts) {
  const schedule = <ScheduleGroupButton group={group} ScheduleDialog={dialogs.ScheduleDialog} />
  return (
    <>
      <GroupHeader group={group} {...dialogs} />
      <PageColumns
        main={
          <>
            <NextGroupSessions groupId={group.id} SessionRows={SessionRows} action={schedule} />
            <GroupAttendance groupId={group.id} />
          </>
        }
        side={<GroupMembers group={group} ClientSelect={ClientSelect} />}
      />
    </>
  )
}
