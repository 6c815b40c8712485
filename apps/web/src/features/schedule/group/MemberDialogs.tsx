import '../../../ui/styles-overlay.ts'
import type { ClientId } from '@attune/contract/common/ids'
import type { ClientGroup, GroupMember } from '@attune/contract/features/schedule/group/group'
import { Text } from '@mantine/core'
import { type ComponentType, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, createId } from '../../../platform/api/api.ts'
import { FormDialog } from '../../../ui/dialog/FormDialog.tsx'
import { DateInput } from '../../../ui/input/DateInput.tsx'
import { memberName, useToday } from './group-members.ts'
import { useGroupForm } from './use-groups.ts'

type PickedClient = { id: ClientId; name: string }
export type MemberSelectType = ComponentType<{
  value: PickedClient | null
  onChange: (picked: PickedClient | null) => void
  error?: string
}>

type AddProps = { group: ClientGroup; ClientSelect: MemberSelectType; onClose: () => void }

/** Adds a client to a group from a day on. */
export function AddMemberDialog({ group, ClientSelect, onClose }: AddProps) {
  const { t } = useTranslation('group')
  const [id] = useState(createId)
  const [client, setClient] = useState<PickedClient | null>(null)
  const [joinedOn, setJoinedOn] = useState(useToday())
  const [isChecked, setChecked] = useState(false)
  const adding = useGroupForm(api.group.addMember, t('done.added'), onClose)
  const submit = () => {
    setChecked(true)
    if (client && joinedOn) adding.mutate({ id, groupId: group.id, clientId: client.id, joinedOn })
  }
  return (
    <FormDialog
      title={t('add.title')}
      submit={t('add.submit')}
      back={t('form.cancel')}
      busy={adding.isPending}
      dirty={client !== null}
      problem={adding.problem}
      onClose={onClose}
      onSubmit={submit}
    >
      <ClientSelect
        value={client}
        onChange={setClient}
        {...(isChecked && !client && { error: t('add.clientMissing') })}
      />
      <DateInput
        label={t('add.joinedOn')}
        description={t('add.joinedHint')}
        value={joinedOn}
        onChange={setJoinedOn}
        error={isChecked && !joinedOn && t('problem.day')}
      />
    </FormDialog>
  )
}

type RemoveProps = { member: GroupMember; onClose: () => void }

/** Ends the membership of a client on a day. */
export function RemoveMemberDialog({ member, onClose }: RemoveProps) {
  const { t } = useTranslation('group')
  const today = useToday()
  const [leftOn, setLeftOn] = useState(member.joinedOn > today ? member.joinedOn : today)
  const [isChecked, setChecked] = useState(false)
  const name = memberName(member)
  const removing = useGroupForm(api.group.removeMember, t('done.removed'), onClose)
  const submit = () => {
    setChecked(true)
    if (leftOn) removing.mutate({ id: member.id, leftOn })
  }
  return (
    <FormDialog
      danger
      title={t('remove.title', { name })}
      submit={t('remove.submit')}
      back={t('form.cancel')}
      busy={removing.isPending}
      problem={removing.problem}
      onClose={onClose}
      onSubmit={submit}
    >
      <Text size="sm">{t('remove.hint', { name: member.firstName || name })}</Text>
      <DateInput
        label={t('remove.leftOn', { name: member.firstName || name })}
        value={leftOn}
        onChange={setLeftOn}
        error={isChecked && !leftOn && t('problem.day')}
      />
    </FormDialog>
  )
}
