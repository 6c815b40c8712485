import '../../../ui/styles-overlay.ts'
import type { ClientId } from '@attune/contract/common/ids'
import { textLengths } from '@attune/contract/common/text/lengths'
import { isFilled } from '@attune/contract/common/text/text'
import type { ClientGroup, NewGroup } from '@attune/contract/features/schedule/group/group'
import { groupTypes, highestMemberLimit } from '@attune/contract/features/schedule/group/group.rules'
import { NativeSelect, Switch, Text, TextInput } from '@mantine/core'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { api, createId } from '../../../platform/api/api.ts'
import { FormDialog } from '../../../ui/dialog/FormDialog.tsx'
import { useCheckedForm } from '../../../ui/dialog/use-checked-form.ts'
import { SessionTypeField } from '../session-type/session-type.ts'
import { useGroupForm } from './use-groups.ts'

type PickedClient = { id: ClientId; name: string }
export type ClientMultiSelectType = ComponentType<{
  value: PickedClient[]
  most: number
  optional?: boolean
  onChange: (clients: PickedClient[]) => void
}>

type GroupDraft = Omit<NewGroup, 'clientIds'> & { clients: PickedClient[] }

type Props = {
  /** The group to edit; absent if the dialog creates a group. */
  group?: ClientGroup
  /** The select for the first members of a new group. */
  ClientMultiSelect?: ClientMultiSelectType
  onClose: () => void
  onSaved?: (group: ClientGroup) => void
}

/** Creates a group with its first members, or edits a group. The type cannot change later, because the sessions depend on it. */
export function GroupDialog({ group, ClientMultiSelect, onClose, onSaved }: Props) {
  const { t } = useTranslation('group')
  const saving = useGroupForm<GroupDraft>(
    ({ clients, ...draft }) =>
      group ? saveEdit(group, draft) : api.group.create({ ...draft, clientIds: idsOf(clients) }),
    t(group ? 'done.saved' : 'done.created'),
    (saved) => {
      onClose()
      onSaved?.(saved)
    },
    group ? 'members' : 'groups',
  )
  const { fields, isDirty, submit } = useCheckedForm(() => draftOf(group), problemsOf, saving.mutate)
  const { draft, onChange } = fields
  return (
    <FormDialog
      wide
      title={t(group ? 'form.editTitle' : 'form.newTitle')}
      submit={t(group ? 'form.save' : 'form.create')}
      back={t('form.cancel')}
      busy={saving.isPending}
      dirty={isDirty}
      problem={saving.problem}
      onClose={onClose}
      onSubmit={submit}
    >
      {!group && <TypeField {...fields} />}
      <NameField {...fields} />
      {ClientMultiSelect && !group && (
        <ClientMultiSelect
          value={draft.clients}
          most={draft.memberLimit}
          optional
          onChange={(clients) => onChange({ clients })}
        />
      )}
      <LimitField {...fields} />
      <SessionTypeField value={draft.typeId} onChange={(type) => onChange({ typeId: type?.id ?? null })} />
      <NameSwitches {...fields} />
    </FormDialog>
  )
}

type FieldsProps = { draft: GroupDraft; onChange: (part: Partial<GroupDraft>) => void }

function NameField({ draft, problems, onChange }: FieldsProps & { problems: readonly 'name'[] }) {
  const { t } = useTranslation('group')
  return (
    <TextInput
      data-autofocus
      label={t('form.name')}
      description={t('form.nameHint')}
      placeholder={t('form.nameExample')}
      maxLength={textLengths.groupName}
      value={draft.name}
      error={problems.includes('name') && t('problem.name')}
      onChange={(event) => onChange({ name: event.currentTarget.value })}
    />
  )
}

/** Renders the field for the highest number of members. Renders nothing for a couple, which always has two. */
function LimitField({ draft, onChange }: FieldsProps) {
  const { t } = useTranslation('group')
  const highest = highestMemberLimit(draft.type)
  if (highest === 2) return null
  return (
    <NativeSelect
      label={t('form.limit')}
      value={draft.memberLimit}
      data={Array.from({ length: highest - 1 }, (_, more) => String(more + 2))}
      onChange={(event) => onChange({ memberLimit: Number(event.currentTarget.value) })}
    />
  )
}

function TypeField({ draft, onChange }: FieldsProps) {
  const { t } = useTranslation('group')
  return (
    <NativeSelect
      label={t('form.type')}
      value={draft.type}
      data={groupTypes.map((type) => ({ value: type, label: t(`type.${type}`) }))}
      onChange={(event) => {
        const type = groupTypes.find((one) => one === event.currentTarget.value) ?? 'group'
        const memberLimit = highestMemberLimit(type)
        const clients = draft.clients.slice(0, memberLimit)
        onChange({ type, memberLimit, clients, showsNames: type !== 'group' })
      }}
    />
  )
}

/** Renders the switches that decide who sees which names. */
function NameSwitches({ draft, onChange }: FieldsProps) {
  const { t } = useTranslation('group')
  return (
    <>
      {draft.type === 'group' ? (
        <Text size="sm" c="dimmed">
          {t('form.hidesNames')}
        </Text>
      ) : (
        <Switch
          label={t('form.showsNames')}
          description={t('form.showsNamesHint')}
          checked={draft.showsNames}
          onChange={(event) => onChange({ showsNames: event.currentTarget.checked })}
        />
      )}
      <Switch
        label={t('form.sharesName')}
        description={t('form.sharesNameHint')}
        checked={draft.sharesName}
        onChange={(event) => onChange({ sharesName: event.currentTarget.checked })}
      />
    </>
  )
}

const idsOf = (clients: PickedClient[]) => clients.map(({ id }) => id)
const problemsOf = ({ name }: GroupDraft): 'name'[] => (isFilled(name) ? [] : ['name'])

function draftOf(group: ClientGroup | undefined): GroupDraft {
  if (!group)
    return {
      id: createId(),
      type: 'group',
      name: '',
      memberLimit: highestMemberLimit('group'),
      typeId: null,
      showsNames: false,
      sharesName: false,
      clients: [],
    }
  const { id, type, name, memberLimit, typeId, showsNames, sharesName } = group
  return { id, type, name, memberLimit, typeId, showsNames, sharesName, clients: [] }
}

const saveEdit = ({ version }: ClientGroup, { type: _type, ...content }: Omit<GroupDraft, 'clients'>) =>
  api.group.edit({ ...content, version })
