import type { ClientId, SessionTypeId } from '@attune/contract/common/ids'
import { sessionFormats } from '@attune/contract/features/schedule/session/session.rules'
import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ComponentType, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, createId, orpc } from '../../../platform/api/api.ts'
import { Callout } from '../../../ui/base/Callout.tsx'
import { FormDialog } from '../../../ui/dialog/FormDialog.tsx'
import { useSessionTypes } from '../session-type/session-type.ts'
import { useWaitingListForm } from './use-waiting-list.ts'
import { WishFields } from './WishFields.tsx'
import { newWish, wishProblem, wishValues } from './wish-draft.ts'

type Format = (typeof sessionFormats)[number]
type PickedClient = { id: ClientId; name: string }
export type ClientSelectType = ComponentType<{
  value: PickedClient | null
  onChange: (picked: PickedClient | null) => void
  error?: string
}>
type Props = ({ ClientSelect: ClientSelectType; of?: undefined } | { of: PickedClient }) & { onClose: () => void }

/**
 * Lets a therapist add a client to the waiting list: the client `of`, or a client whom the therapist chooses. The route passes `ClientSelect`,
 * because that component belongs to another feature.
 */
export function AddEntryDialog({ onClose, ...props }: Props) {
  const { t } = useTranslation('waitingList')
  const [client, setClient] = useState<PickedClient | null>(props.of ?? null)
  const [wish, setWish] = useState(newWish)
  const [what, setWhat] = useState<string>('video')
  const [checked, setChecked] = useState(false)
  const types = useSessionTypes().data?.items ?? []
  const add = useAddEntry(onClose)
  const submit = () => {
    setChecked(true)
    if (!client || wishProblem(wish)) return
    const type = types.find(({ id }) => id === what)
    const format = type?.format ?? (what as Format)
    add.mutate({ clientId: client.id, typeId: type?.id ?? null, format, ...wishValues(wish) })
  }
  return (
    <FormDialog
      title={props.of ? t('add.titleOf', { name: props.of.name }) : t('add.title')}
      submit={t('add.submit')}
      back={t('cancel')}
      busy={add.isPending}
      dirty={!props.of && client !== null}
      problem={add.problem}
      onClose={onClose}
      onSubmit={submit}
    >
      {!props.of && (
        <props.ClientSelect
          value={client}
          onChange={setClient}
          {...(checked && !client && { error: t('problem.client') })}
        />
      )}
      {client && <NoAccountHint client={client} />}
      <WhatChoice types={types.filter(({ isArchived }) => !isArchived)} value={what} onChange={setWhat} />
      <WishFields wish={wish} onChange={setWish} checked={checked} />
    </FormDialog>
  )
}

/** Says that a client without an account gets no offers. Renders nothing for other clients. */
function NoAccountHint({ client: { id, name } }: { client: PickedClient }) {
  const { t } = useTranslation('waitingList')
  const record = useQuery(orpc.client.get.queryOptions({ input: { id } }))
  return record.data?.hasAccount === false && <Callout kind="info">{t('add.noAccount', { name })}</Callout>
}

type WhatProps = {
  types: readonly { id: SessionTypeId; name: string }[]
  value: string
  onChange: (what: string) => void
}

/** A select for a session type, or for a format with the usual duration. */
function WhatChoice({ types, value, onChange }: WhatProps) {
  const { t } = useTranslation(['waitingList', 'session'])
  const formats = sessionFormats.map((one) => ({ value: one, label: t(`session:format.${one}`) }))
  return (
    <NativeSelect
      label={t('wish.what')}
      value={value}
      data={[...formats, ...types.map(({ id, name }) => ({ value: id, label: name }))]}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

function useAddEntry(onClose: () => void) {
  const { t } = useTranslation('waitingList')
  const [id] = useState(createId)
  const add = (entry: Omit<Parameters<typeof api.waitingList.add>[0], 'id'>) => api.waitingList.add({ id, ...entry })
  return useWaitingListForm(add, t('done.added'), onClose)
}
