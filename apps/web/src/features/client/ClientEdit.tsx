import type { Client } from '@attune/contract/features/client'
import { Button, Group } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Suspense, lazy, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { api, query } from '../../platform/api.ts'
import { useMe } from '../../platform/login.ts'
import { useOnline } from '../../platform/online.ts'
import { useReader } from '../../platform/reader.ts'
import { LeaveGuard } from '../../ui/LeaveGuard.tsx'
import { dayOf } from '../../ui/moment.ts'
import { Note } from '../../ui/Note.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { PersonAvatar } from '../../ui/PersonAvatar.tsx'
import { Section } from '../../ui/Section.tsx'
import { toast } from '../../ui/toast.ts'
import classes from './AddClient.module.css'
import { useDraft } from './draft.ts'
import { MailFields, MoreFields, NameFields } from './FactFields.tsx'
import { factsOf, problemsOf, sentOf, type Facts, type Problems } from './facts.ts'
import { focusFirstProblem } from './focus.ts'
import { useClientsChanged } from './live.ts'
import { sameTraits } from './doubles.ts'
import { useDoubles } from './use-doubles.ts'

const DoublesDialog = lazy(() => import('./DoublesDialog.tsx').then((file) => ({ default: file.DoublesDialog })))

/** Edits the record of a client. What is being written survives a reload; leaving asks first. */
export function ClientEdit({ client, onDone }: { client: Client; onDone: () => void }) {
  const { t } = useTranslation(['client', 'record'])
  const me = useMe()
  const reader = useReader()
  const online = useOnline()
  const cache = useQueryClient()
  const changed = useClientsChanged()
  const draft = useDraft<Facts>(`client-edit-${me?.id}-${client.id}`, () => factsOf(client))
  const [problems, setProblems] = useState<Problems>({})
  const name = `${client.firstName} ${client.lastName}`
  const save = useMutation({
    mutationFn: () => api.client.edit({ id: client.id, ...sentOf(draft.value) }),
    onSuccess: (after) => {
      draft.forget()
      cache.setQueryData(query.client.get.queryKey({ input: { id: client.id } }), after)
      void changed()
      toast({ variant: 'success', title: t('profile.saved') })
      onDone()
    },
  })
  const doubles = useDoubles(client.id)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const found = problemsOf(draft.value, dayOf(new Date().toISOString(), reader))
    setProblems(found)
    if (Object.keys(found).length) return focusFirstProblem(event.currentTarget)
    if (save.isPending || doubles.looking) return
    if (sameTraits(draft.value, factsOf(client))) return save.mutate()
    void doubles.clear(draft.value).then((clear) => clear && save.mutate())
  }
  const fields = { facts: draft.value, problems, onChange: draft.change }
  return (
    <div className={classes.page}>
      <PageHead title={name} avatar={<PersonAvatar name={name} url={client.avatarUrl} size={56} />} />
      <form onSubmit={submit} noValidate className={classes.form}>
        <Section title={t('form.who')}>
          <NameFields {...fields} />
        </Section>
        <Section title={t('form.email')}>
          <MailFields {...fields} />
        </Section>
        <Section title={t('form.more')}>
          <MoreFields {...fields} />
        </Section>
        {Object.keys(problems).length > 0 && <Note kind="danger">{t('form.fieldsRequired')}</Note>}
        {!online && <Note kind="offline">{t('add.offline')}</Note>}
        {save.isError && (
          <Note kind="danger" urgent>
            {t('profile.saveFailed')}
          </Note>
        )}
        <Group justify="flex-end" gap="xs" className={classes.bar}>
          <Button
            variant="default"
            disabled={save.isPending}
            onClick={() => {
              draft.forget()
              onDone()
            }}
          >
            {t('profile.cancel')}
          </Button>
          <Button type="submit" loading={save.isPending || doubles.looking}>
            {t('profile.save')}
          </Button>
        </Group>
      </form>
      {doubles.found.length > 0 && (
        <Suspense>
          <DoublesDialog
            doubles={doubles.found}
            anyway={t('record:doubles.saveAnyway')}
            onClose={doubles.close}
            onAnyway={() => {
              doubles.settle(draft.value)
              save.mutate()
            }}
          />
        </Suspense>
      )}
      <LeaveGuard
        when={draft.dirty && !save.isSuccess}
        title={t('profile.leaveTitle')}
        text={t('profile.leaveText')}
        stay={t('profile.stay')}
        leave={t('profile.leave')}
        onLeave={draft.forget}
      />
    </div>
  )
}
