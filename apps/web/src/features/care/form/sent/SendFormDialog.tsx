import type { ClientId } from '@attune/contract/common/ids'
import type { FormItem } from '@attune/contract/features/care/form/form.schemas'
import { Checkbox, NativeSelect, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, createId, orpc } from '../../../../platform/api/api.ts'
import { FormDialog } from '../../../../ui/dialog/FormDialog.tsx'
import { RowSkeletons } from '../../../../ui/page/loading/ListStates.tsx'
import { Query } from '../../../../ui/page/loading/Query.tsx'
import { toast } from '../../../../ui/toast/toast.ts'
import { isSendable, useFormRefusalText, useForms, useInvalidateForms } from '../use-forms.ts'
import { NothingToSend } from './NothingToSend.tsx'

type Props = { client: { id: ClientId; name: string }; onClose: () => void }
const reminderDays = [1, 3, 7, 14] as const

/**
 * A dialog that sends a confirmed form to a client, with a reminder after a chosen number of days. Proposes the first form of which the client has no
 * open copy, because another copy would be refused.
 */
export function SendFormDialog({ client, onClose }: Props) {
  const { t } = useTranslation('form')
  const [chosen, setChosen] = useState('')
  const [days, setDays] = useState('7')
  const [needsAllGuardians, setNeedsAllGuardians] = useState(false)
  const forms = useForms()
  const sendable = (forms.data?.items ?? []).filter(isSendable)
  const sent = useQuery(orpc.form.ofClient.queryOptions({ input: { clientId: client.id } }))
  const isOpen = ({ id }: FormItem) => sent.data?.items.some(({ formId, state }) => formId === id && state === 'open')
  const form = sendable.find(({ id }) => id === chosen) ?? sendable.find((item) => !isOpen(item)) ?? sendable[0]
  const refusal = useFormRefusalText()
  const send = useSendForm(client.id, onClose)
  return (
    <FormDialog
      title={t('send.title', { name: client.name })}
      submit={t('send.action')}
      back={t('back')}
      busy={send.isPending || forms.isPending || sent.isPending}
      problem={send.error && refusal(send.error)}
      onClose={onClose}
      onSubmit={() => form && send.mutate({ form, days, needsAllGuardians })}
    >
      {form ? (
        <>
          <NativeSelect
            label={t('title')}
            data={sendable.map(({ id: value, title }) => ({ value, label: title }))}
            value={form.id}
            onChange={(event) => setChosen(event.currentTarget.value)}
          />
          <ReminderSelect value={days} onChange={setDays} />
          <AllGuardians signers={sent.data?.signers} isOn={needsAllGuardians} onChange={setNeedsAllGuardians} />
          <Text size="sm" c="dimmed">
            {t('send.hint', { name: client.name })}
          </Text>
        </>
      ) : (
        <Query
          of={forms}
          pending={<RowSkeletons rows={2} avatar={false} />}
          failed={t('failed')}
          again={t('again')}
          empty={<NothingToSend />}
        />
      )}
    </FormDialog>
  )
}

type AllGuardiansProps = { signers: string[] | undefined; isOn: boolean; onChange: (isOn: boolean) => void }

/** A checkbox that requires all guardians to sign. Shown if at least two can sign. */
function AllGuardians({ signers = [], isOn, onChange }: AllGuardiansProps) {
  const { t } = useTranslation('form')
  if (signers.length < 2) return null
  return (
    <Checkbox
      label={t('guardian.all')}
      description={t('guardian.allHint', { names: signers.join(', ') })}
      checked={isOn}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  )
}

type Sending = { form: FormItem; days: string; needsAllGuardians: boolean }

/** Returns a mutation that sends a form to a client. The client is reminded after `days` days; never if `days` is empty. */
function useSendForm(clientId: ClientId, onSent: () => void) {
  const { t } = useTranslation('form')
  const [id] = useState(createId)
  const changed = useInvalidateForms()
  return useMutation({
    mutationFn: ({ form: { id: formId, version }, days, needsAllGuardians }: Sending) =>
      api.form.send({ id, clientId, formId, version, remindAfterDays: days ? Number(days) : null, needsAllGuardians }),
    onSuccess: () => {
      void changed()
      toast.success(t('send.done'))
      onSent()
    },
  })
}

/** A select for the number of days after which the client is reminded. */
function ReminderSelect({ value, onChange }: { value: string; onChange: (days: string) => void }) {
  const { t } = useTranslation('form')
  return (
    <NativeSelect
      label={t('send.remind')}
      data={[
        ...reminderDays.map((count) => ({ value: String(count), label: t('send.days', { count }) })),
        { value: '', label: t('send.never') },
      ]}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
