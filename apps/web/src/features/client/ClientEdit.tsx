import type { Client } from '@attune/contract/features/client'
import { ORPCError } from '@orpc/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Suspense, lazy, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, query } from '../../platform/api.ts'
import { useDraft } from '../../platform/use-draft.ts'
import { Note } from '../../ui/Note.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { PersonAvatar } from '../../ui/PersonAvatar.tsx'
import { toast } from '../../ui/toast.ts'
import { ClientForm } from './ClientForm.tsx'
import classes from './ClientForm.module.css'
import { factsOf, sentOf, type Facts } from './facts.ts'
import { useClientsChanged } from './live.ts'

const TwoVersions = lazy(() => import('./TwoVersions.tsx').then((file) => ({ default: file.TwoVersions })))

/** The edited values, the values from before the edit, and the version of the record. */
type Draft = { facts: Facts; before: Facts; version: number }

const changedMeanwhile = (error: unknown) =>
  error instanceof ORPCError && error.code === 'CHANGED' ? (error.data as { client: Client }).client : null

/** Edits a client record. The draft survives a reload, leaving asks first, and a conflicting change from another window is never overwritten. */
export function ClientEdit({ client, onDone }: { client: Client; onDone: () => void }) {
  const { t } = useTranslation('client')
  const cache = useQueryClient()
  const changed = useClientsChanged()
  const draft = useDraft<Draft>(`client-edit-${client.id}`, () => {
    const facts = factsOf(client)
    return { facts, before: facts, version: client.version }
  })
  const { facts, before } = draft.value
  const [other, setOther] = useState<Client | null>(null)
  const name = `${client.firstName} ${client.lastName}`
  const keep = (after: Client) => cache.setQueryData(query.client.get.queryKey({ input: { id: client.id } }), after)
  const save = useMutation({
    mutationFn: ({ facts: written, version }: Pick<Draft, 'facts' | 'version'>) =>
      api.client.edit({ id: client.id, version, ...sentOf(written) }),
    onSuccess: (after) => {
      draft.forget()
      keep(after)
      void changed()
      toast({ variant: 'success', title: t('profile.saved') })
      onDone()
    },
    onError: (error) => setOther(changedMeanwhile(error)),
  })
  return (
    <div className={classes.page}>
      <PageHead title={name} avatar={<PersonAvatar name={name} url={client.avatarUrl} size={56} />} />
      <ClientForm
        facts={facts}
        onChange={(next) => draft.change({ ...draft.value, facts: next })}
        before={{ id: client.id, facts: before }}
        failed={
          save.isError &&
          !changedMeanwhile(save.error) && (
            <Note kind="danger" urgent>
              {t('profile.saveFailed')}
            </Note>
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
        <Suspense>
          <TwoVersions
            mine={facts}
            before={before}
            theirs={factsOf(other)}
            onClose={() => setOther(null)}
            onChoose={(chosen) => {
              const next = { facts: chosen, before: factsOf(other), version: other.version }
              draft.change(next)
              setOther(null)
              save.mutate(next)
            }}
          />
        </Suspense>
      )}
    </div>
  )
}
