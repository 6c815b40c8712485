import type { ClientId } from '@attune/contract/common/ids'
import type { FormItem } from '@attune/contract/features/care/form/form.schemas'
import { isFilled } from '@attune/contract/common/text/text'
import { Switch } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../../platform/lazy-named.ts'
import { api, createId, orpc } from '../../../../platform/api/api.ts'
import { errorCode } from '../../../../platform/api/errors.ts'
import { currentLanguage } from '../../../../platform/settings/language.ts'
import { useProductSettings } from '../../../../platform/settings/product-settings.ts'
import { useDraft } from '../../../../platform/draft/use-draft.ts'
import { Callout } from '../../../../ui/base/Callout.tsx'
import { PageHeader } from '../../../../ui/page/PageHeader.tsx'
import { toast } from '../../../../ui/toast/toast.ts'
import { ClientForm } from './ClientForm.tsx'
import { CollapsibleCard } from './CollapsibleCard.tsx'
import classes from './ClientForm.module.css'
import { emptyClientForm, clientInput, type ClientFormValues } from './values.ts'
import { useInvalidateClients } from '../use-client-updates.ts'

const NewClientForms = lazyNamed(() => import('../../../care/form/form.ts'), 'NewClientForms')

/** The number of days after which the client is reminded of a form. The dialog that sends a form proposes the same number. */
const remindAfterDays = 7

type Draft = { id: ClientId; facts: ClientFormValues; invite: boolean }

/**
 * Adds a client; only the name is required. The draft contains the id, so a repeated request adds the client only once.
 */
export function AddClient() {
  const { t } = useTranslation('client')
  const info = useQuery(orpc.product.info.queryOptions({ input: {} }))
  // Until the answer arrives, the button keeps its usual text, so that it does not change its width in practices with email.
  const isByHand = info.data?.mailConfigured === false
  const [forms, setForms] = useState<FormItem[]>([])
  const { draft, inviting, add, cancel } = useNewClient(info.data?.mailConfigured ?? false, forms)
  const { facts, invite } = draft.value
  return (
    <div className={classes.page}>
      <PageHeader title={t('add.title')} facts={t('add.subtitle')} />
      <ClientForm
        facts={facts}
        onChange={(next) => draft.change({ ...draft.value, facts: next })}
        head={<LoopbackNotice />}
        mailing={
          <Switch
            mt="md"
            label={t('form.invite')}
            description={t(
              isFilled(facts.email) ? (isByHand ? 'form.inviteByHand' : 'form.inviteHint') : 'form.inviteNeedsEmail',
            )}
            checked={invite}
            onChange={(event) => draft.change({ ...draft.value, invite: event.currentTarget.checked })}
          />
        }
        tail={<FormsToSend chosen={forms} onChange={setForms} />}
        failed={
          add.isError && (
            <Callout kind="danger" title={t('add.failed')} urgent>
              {t('profile.saveFailed')}
            </Callout>
          )
        }
        submit={t(inviting && !isByHand ? 'add.submitInvite' : 'add.submit')}
        busy={add.isPending}
        draft={draft}
        saved={add.isSuccess}
        onSave={add.mutate}
        onCancel={cancel}
      />
    </div>
  )
}

/** Warns that clients cannot reach this server, if its address is a loopback address. Otherwise renders nothing. */
function LoopbackNotice() {
  const { t } = useTranslation('client')
  // The document contains this setting. If the notice appeared only after a response of the server, it would move the form.
  const { loopback } = useProductSettings()
  return (
    loopback && (
      <Callout kind="warning" title={t('add.loopbackTitle')}>
        {t('add.loopbackText')}
      </Callout>
    )
  )
}

type FormsProps = { chosen: readonly FormItem[]; onChange: (chosen: FormItem[]) => void }

/** The choice of forms that are sent to the new client. It is loaded when it is opened. */
function FormsToSend(props: FormsProps) {
  const { t } = useTranslation('client')
  const [open, setOpen] = useState(false)
  return (
    <CollapsibleCard title={t('form.send')} hint={t('form.sendHint')} open={open} onOpen={setOpen}>
      {open && <NewClientForms {...props} />}
    </CollapsibleCard>
  )
}

/** Sends forms to a new client. If sending a form fails, the client stays added. */
function useSendForms() {
  const { t } = useTranslation('client')
  return async (clientId: ClientId, forms: readonly FormItem[]) => {
    const calls = forms.map(({ id: formId, version }) =>
      api.form.send({ id: createId(), clientId, formId, version, remindAfterDays }),
    )
    await Promise.all(calls).catch(() => toast.error(t('add.formsFailed')))
  }
}

/** Stores the draft of a new client, adds the client, sends the chosen forms and opens the record. */
function useNewClient(mailConfigured: boolean, forms: readonly FormItem[]) {
  const { t } = useTranslation('client')
  const navigate = useNavigate()
  const changed = useInvalidateClients()
  const sendForms = useSendForms()
  const draft = useDraft<Draft>('client-add', () => ({
    id: createId(),
    facts: emptyClientForm(currentLanguage()),
    invite: true,
  }))
  const { facts, invite } = draft.value
  const inviting = invite && isFilled(facts.email)
  const open = (clientId: ClientId) => {
    draft.forget()
    void changed()
    void navigate({
      to: '/dashboard/therapist/clients/$clientId/client-profile',
      params: { clientId },
      ignoreBlocker: true,
    })
  }
  const add = useMutation({
    mutationFn: async () => {
      const client = await api.client.add({ id: draft.value.id, ...clientInput(facts), invite: inviting })
      await sendForms(client.id, forms)
      return client
    },
    onSuccess: (client) => {
      toast({
        variant: 'success',
        title: t(inviting ? (mailConfigured ? 'add.invited' : 'add.invitedByHand') : 'add.added', {
          name: `${client.firstName} ${client.lastName}`,
        }),
      })
      open(client.id)
    },
    onError: (error) => {
      if (errorCode(error) !== 'CONFLICT') return
      // An earlier request has added the client, but its response was lost. The form or the record has changed since.
      toast({ variant: 'info', title: t('add.already') })
      open(draft.value.id)
    },
  })
  const cancel = () => {
    draft.forget()
    void navigate({ to: '/dashboard/therapist/clients', ignoreBlocker: true })
  }
  return { draft, inviting, add, cancel }
}
