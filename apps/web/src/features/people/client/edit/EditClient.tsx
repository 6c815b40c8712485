import type { Client } from '@attune/contract/features/people/client/client'
import { ORPCError } from '@orpc/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../../platform/lazy-named.ts'
import { api, orpc } from '../../../../platform/api/api.ts'
import { useDraft } from '../../../../platform/draft/use-draft.ts'
import { Callout } from '../../../../ui/base/Callout.tsx'
import { PageHeader } from '../../../../ui/page/PageHeader.tsx'
import { PersonAvatar } from '../../../../ui/page/row/PersonAvatar.tsx'
import { toast } from '../../../../ui/toast/toast.ts'
import { ClientForm } from '../form/ClientForm.tsx'
import classes from '../form/ClientForm.module.css'
import { clientFormValues, clientInput, type ClientFormValues } from '../form/values.ts'
import { useInvalidateClients } from '../use-client-updates.ts'

const VersionConflictDialog = lazyNamed(() => import('./VersionConflictDialog.tsx'), 'VersionConflictDialog')

/** The edited values, the values from before the edit, and the version of the record. */
type Draft = { facts: ClientFormValues; before: ClientFormValues; version: number }

const changedMeanwhile = (error: unknown) =>
  error instanceof ORPCError && error.code === 'CHANGED' ? (error.data as { client: Client }).client : null

/**
 * Edits a client record. The draft survives a reload. A dialog asks before the therapist leaves with unsaved changes.
 * If another window has changed the record, the therapist chooses one of the two versions of each field that differs.
 */
export function EditClient({ client, onDone }: { client: Client; onDone: () => void }) {
  const { t } = useTranslation('client')
  const { draft, save, other, setOther, choose } = useEditedClient(client, onDone)
  const { facts, before } = draft.value
  const name = `${client.firstName} ${client.lastName}`
  return (
    <div className={classes.page}>
      <PageHeader
        title={name}
        avatar={<PersonAvatar personId={client.personId} name={name} url={client.avatarUrl} size={56} />}
      />
      <ClientForm
        facts={facts}
        onChange={(next) => draft.change({ ...draft.value, facts: next })}
        before={{ id: client.id, facts: before }}
        failed={
          save.isError &&
          !changedMeanwhile(save.error) && (
            <Callout kind="danger" urgent>
              {t('profile.saveFailed')}
            </Callout>
          )
        }
        submit={t('profile.save')}
        busy={save.isPending}
        draft={draft}
        saved={save.isSuccess}
        onSave={() => save.mutate(draft.value)}
        onCancel={() => {
          draft.forget()
          onDone()
        }}
      />
      {other && (
        <VersionConflictDialog
          mine={facts}
          before={before}
          theirs={clientFormValues(other)}
          onClose={() => setOther(null)}
          onChoose={(chosen) => choose(chosen, other)}
        />
      )}
    </div>
  )
}

/** Stores the draft of the record and saves it. `other` is a conflicting version from another window, or null. */
function useEditedClient(client: Client, onDone: () => void) {
  const { t } = useTranslation('client')
  const cache = useQueryClient()
  const changed = useInvalidateClients()
  const draft = useDraft<Draft>(`client-edit-${client.id}`, () => {
    const facts = clientFormValues(client)
    return { facts, before: facts, version: client.version }
  })
  const [other, setOther] = useState<Client | null>(null)
  const keep = (after: Client) => cache.setQueryData(orpc.client.get.queryKey({ input: { id: client.id } }), after)
  const save = useMutation({
    mutationFn: ({ facts: written, version }: Pick<Draft, 'facts' | 'version'>) => {
      // A draft from before decision 0086 contains the notes, which this form no longer saves.
      const { notes: _, ...facts }: ClientFormValues & { notes?: string } = written
      return api.client.edit({ id: client.id, version, ...clientInput(facts) })
    },
    onSuccess: (after) => {
      draft.forget()
      keep(after)
      void changed()
      toast({ variant: 'success', title: t('profile.saved') })
      onDone()
    },
    onError: (error) => setOther(changedMeanwhile(error)),
  })
  const choose = (facts: ClientFormValues, theirs: Client) => {
    const next = { facts, before: clientFormValues(theirs), version: theirs.version }
    draft.change(next)
    setOther(null)
    save.mutate(next)
  }
  return { draft, save, other, setOther, choose }
}
