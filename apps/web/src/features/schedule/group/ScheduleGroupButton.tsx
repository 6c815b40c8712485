import type { ClientGroup } from '@attune/contract/features/schedule/group/group'
import type { SessionType } from '@attune/contract/features/schedule/session-type/session-type'
import { Button } from '@mantine/core'
import { IconCalendarPlus } from '@tabler/icons-react'
import { type ComponentType, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSessionTypes } from '../session-type/session-type.ts'
import { membersAround, useToday } from './group-members.ts'

export type ScheduleGroupDialogType = ComponentType<{
  of: { group: ClientGroup; type: SessionType | null }
  onClose: () => void
}>

type Props = { group: ClientGroup; ScheduleDialog: ScheduleGroupDialogType }

/** A button that opens the schedule dialog with the group chosen. Renders nothing for an archived group, and for one without members. */
export function ScheduleGroupButton({ group, ScheduleDialog }: Props) {
  const { t } = useTranslation('group')
  const [isOpen, setOpen] = useState(false)
  const types = useSessionTypes().data?.items ?? []
  const { present } = membersAround(group, useToday())
  if (group.isArchived || present.length === 0) return null
  const type = types.find(({ id, isArchived }) => id === group.typeId && !isArchived) ?? null
  return (
    <>
      <Button leftSection={<IconCalendarPlus size={18} aria-hidden />} onClick={() => setOpen(true)}>
        {t('schedule')}
      </Button>
      {isOpen && <ScheduleDialog of={{ group, type }} onClose={() => setOpen(false)} />}
    </>
  )
}
