import { GroupField, GroupParticipantsField, type ClientGroup } from '../../group/group.ts'
import { ClientsField } from '../fields/ClientsField.tsx'
import type { GroupDraft, ScheduleGroup } from './use-schedule-group.ts'

type Props = {
  value: GroupDraft
  ofGroup: ScheduleGroup
  onChange: (next: Partial<GroupDraft>) => void
  onGroup: (group: ClientGroup | null) => void
  error?: string | undefined
}

/** Renders the choice of a group and its members on the day, or the fields for the therapy type and the clients. */
export function ParticipantsFields({ value, ofGroup, onChange, onGroup, error }: Props) {
  const { clients, therapyType, leftOut = [] } = value
  return (
    <>
      <GroupField groups={ofGroup.groups} value={value.groupId ?? null} onChange={onGroup} />
      {ofGroup.group ? (
        <GroupParticipantsField
          members={ofGroup.members}
          leftOut={leftOut}
          onChange={(next) => onChange({ leftOut: next })}
          error={error}
        />
      ) : (
        <ClientsField value={{ clients, therapyType }} onChange={onChange} error={error} />
      )}
    </>
  )
}
