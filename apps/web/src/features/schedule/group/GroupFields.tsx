import type { ClientId, GroupId } from '@attune/contract/common/ids'
import type { ClientGroup } from '@attune/contract/features/schedule/group/group'
import { Checkbox, NativeSelect, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './group.module.css'

type GroupProps = {
  groups: readonly ClientGroup[]
  value: GroupId | null
  onChange: (group: ClientGroup | null) => void
}

/** Lets the therapist choose the group of a session. Renders nothing if there is none to choose. */
export function GroupField({ groups, value, onChange }: GroupProps) {
  const { t } = useTranslation('group')
  if (groups.length === 0) return null
  return (
    <NativeSelect
      label={t('choose.label')}
      value={value ?? ''}
      data={[{ value: '', label: t('choose.none') }, ...groups.map(({ id, name }) => ({ value: id, label: name }))]}
      onChange={({ currentTarget }) => onChange(groups.find(({ id }) => id === currentTarget.value) ?? null)}
    />
  )
}

type ParticipantsProps = {
  /** The members on the day of the session. */
  members: readonly { id: ClientId; name: string }[]
  leftOut: readonly ClientId[]
  onChange: (leftOut: ClientId[]) => void
  error?: string | undefined
}

/** Lists the members of the group on the day of the session, and lets the therapist leave some of them out. */
export function GroupParticipantsField({ members, leftOut, onChange, error }: ParticipantsProps) {
  const { t } = useTranslation('group')
  if (members.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('choose.noMembers')}
      </Text>
    )
  return (
    <Checkbox.Group
      label={t('choose.members')}
      error={error}
      value={members.map(({ id }) => id).filter((id) => !leftOut.includes(id))}
      onChange={(chosen) => onChange(members.map(({ id }) => id).filter((id) => !chosen.includes(id)))}
    >
      <div className={classes.choices}>
        {members.map(({ id, name }) => (
          <Checkbox key={id} value={id} label={name} />
        ))}
      </div>
    </Checkbox.Group>
  )
}
