import { Switch } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api, newId, query } from '../../platform/api.ts'
import { codeOf } from '../../platform/faults.ts'
import { currentLanguage } from '../../platform/language.ts'
import { useDraft } from '../../platform/use-draft.ts'
import { Note } from '../../ui/Note.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { toast } from '../../ui/toast.ts'
import { ClientForm } from './ClientForm.tsx'
import classes from './ClientForm.module.css'
import { noFacts, sentOf, type Facts } from './facts.ts'
import { useClientsChanged } from './live.ts'

type Draft = { id: string; facts: Facts; invite: boolean }

/** Adds a client; only the name is required. The draft holds the id, so a request that is sent twice adds the client once. */
export function AddClient() {
  const { t } = useTranslation('client')
  const navigate = useNavigate()
  const changed = useClientsChanged()
  const info = useQuery(query.product.info.queryOptions({ input: {} }))
  const draft = useDraft<Draft>('client-add', () => ({
    id: newId(),
    facts: noFacts(currentLanguage()),
    invite: true,
  }))
  const { facts, invite } = draft.value
  const inviting = invite && facts.email.trim() !== ''
  const open = (clientId: string) => {
    draft.forget()
    void changed()
    void navigate({
      to: '/dashboard/therapist/clients/$clientId/client-profile',
      params: { clientId },
      ignoreBlocker: true,
    })
  }
  const add = useMutation({
    mutationFn: () => api.client.add({ id: draft.value.id, ...sentOf(facts), invite: inviting }),
    onSuccess: (client) => {
      toast({
        variant: 'success',
        title: t(inviting ? (info.data?.mailConfigured ? 'add.invited' : 'add.invitedByHand') : 'add.added', {
          name: `${client.firstName} ${client.lastName}`,
        }),
      })
      open(client.id)
    },
    onError: (error) => {
      if (codeOf(error) !== 'CONFLICT') return
      // An earlier request succeeded although its response was lost, and the record was changed since.
      toast({ variant: 'info', title: t('add.already') })
      open(draft.value.id)
    },
  })
  const head = info.data?.loopback && (
    <Note kind="warning" title={t('add.loopbackTitle')}>
      {t('add.loopbackText')}
    </Note>
  )
  return (
    <div className={classes.page}>
      <PageHead title={t('add.title')} facts={t('add.subtitle')} />
      <ClientForm
        facts={facts}
        onChange={(next) => draft.change({ ...draft.value, facts: next })}
        head={head}
        mailing={
          <Switch
            mt="md"
            label={t('form.invite')}
            description={t(facts.email.trim() ? 'form.inviteHint' : 'form.inviteNeedsEmail')}
            checked={invite}
            onChange={(event) => draft.change({ ...draft.value, invite: event.currentTarget.checked })}
          />
        }
        failed={
          add.isError && (
            <Note kind="danger" title={t('add.failed')} urgent>
              {t('profile.saveFailed')}
            </Note>
          )
        }
        submit={t(inviting ? 'add.submitInvite' : 'add.submit')}
        busy={add.isPending}
        draft={draft}
        saved={add.isSuccess}
        onSave={add.mutate}
        onCancel={() => {
          draft.forget()
          void navigate({ to: '/dashboard/therapist/clients', ignoreBlocker: true })
        }}
      />
    </div>
  )
}
